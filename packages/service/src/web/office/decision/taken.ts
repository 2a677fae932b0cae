import { Readable } from 'node:stream';
import { StaffRefusal } from '../../../engine/desk/allowed.ts';
import { takeFiles } from '../../../engine/desk/settlements/take-file.ts';
import { type Answer, NOT_FOUND, type StaffVisit } from '../../frame/table.ts';
import { signatureOf } from './decision.ts';

/** A file of merchants' money for somebody of the staff: who took which one, and when, stands in the audit trail first. */
export async function taken(
  visit: StaffVisit,
  file: Extract<Answer, { kind: 'file' }>,
  detail: Record<string, unknown> = {},
): Promise<Answer> {
  const { name, body } = file;
  try {
    await takeFiles(visit.services, [{ ...signatureOf(visit, name), file: name, detail }]);
  } catch (error) {
    if (body instanceof Readable) body.destroy();
    if (error instanceof StaffRefusal) return NOT_FOUND;
    throw error;
  }
  return file;
}
