import type { Reporter, TestModule } from 'vitest/node';

/**
 * Prints `N passed, N failed` as the last line of a run. A file that did not even load counts as failed, and
 * so does a run that failed without a test: its set-up broke.
 */
export default class ClosingLine implements Reporter {
  private passed = 0;
  private failed = 0;
  private skipped = 0;

  onInit(): void {
    // The default reporter writes its summary when the run's end reaches it too, so ours waits for the exit.
    process.once('exit', (code) => {
      const failed = this.failed === 0 && code !== 0 ? 1 : this.failed;
      const skipped = this.skipped > 0 ? `, ${this.skipped} skipped` : '';
      process.stdout.write(`${this.passed} passed, ${failed} failed${skipped}\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    this.passed = count('passed');
    this.failed =
      count('failed') + modules.filter((module) => module.errors().length > 0).length + unhandled.length;
    this.skipped = count('skipped');
  }
}
