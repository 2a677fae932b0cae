import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Brings what the tests of generated clients need besides npm's packages, where Go and Python are: their generators, at
 * the versions that the test's folder names. Without it, or without a network, those tests are skipped by name.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const clients = join(root, 'packages', 'service', 'test', 'clients');
const python = join(root, 'node_modules', '.cache', 'chari-python');

tried('Go', () => {
  execFileSync('go', ['mod', 'download'], { cwd: join(clients, 'go'), stdio: 'inherit' });
  execFileSync('go', ['tool', 'oapi-codegen', '-version'], { cwd: join(clients, 'go'), stdio: 'inherit' });
});

tried('Python', () => {
  const program = join(python, 'bin', 'python');
  if (!existsSync(program)) execFileSync('python3', ['-m', 'venv', python], { stdio: 'inherit' });
  const requirements = join(clients, 'python', 'requirements.txt');
  execFileSync(program, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements], {
    stdio: 'inherit',
  });
});

function tried(language: string, prepare: () => void): void {
  try {
    prepare();
    console.log(`${language}: ready.`);
  } catch (error) {
    console.log(`${language}: its generated client will not be tried. ${(error as Error).message}`);
  }
}
