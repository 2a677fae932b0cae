import type { Signature } from '../../../domain/review/second-person.ts';
import type { Services } from '../../services.ts';
import { recorded } from '../recorded.ts';

export type TakeFile = Signature & {
  /** What the file is called. */
  file: string;
  /** What was asked for, where the name doesn't say it. */
  detail?: Record<string, unknown>;
};

/**
 * Puts on record that people of the staff take files home in which merchants' money stands. Committed before a file is
 * sent, so it counts whether or not its bytes arrive.
 * @throws StaffRefusal when somebody has left the staff
 */
export async function takeFiles(services: Services, commands: readonly TakeFile[]): Promise<void> {
  await recorded(
    services,
    commands,
    async () => commands,
    ({ file: subject_id, detail = {} }) => ({ action: 'file.take', subject_id, detail }),
  );
}
