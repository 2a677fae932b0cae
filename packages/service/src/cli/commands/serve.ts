import { type Command, Option } from 'commander';
import { leaf } from '../options.ts';
import { ROLES } from '../serve/role.ts';

export function addServeCommand(program: Command): void {
  leaf(program, 'serve', 'run the service until it is told to end')
    .addOption(new Option('--role <role>', 'what this process does').choices(ROLES).default('all'))
    .action(async (options) => {
      // Loaded only here: the HTTP server and its libraries would slow every other command down.
      const { serve } = await import('../serve/serve.ts');
      await serve(options);
    });
}
