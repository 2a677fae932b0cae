import type { Command } from 'commander';
import { addStaffTokenCommands } from './staff-tokens.ts';

export function addStaffCommands(program: Command): void {
  addStaffTokenCommands(
    program.command('staff').description('who works for Chari, as what, and their tokens'),
  );
}
