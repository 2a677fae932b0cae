import { Readable } from 'node:stream';
import { StaffRefusal } from '../../../engine/desk/allowed.ts';
import { takeFiles } from '../../../engine/desk/settlements/take-file.ts';
import { type Answer, NOT_FOUND, type StaffVisit } from '../../frame/table.ts';
import { signatureByVisit } from './decision.ts';

/** A file of merchants' money for somebody of the staff: who took which one, and when, stands in the audit trail first. */
export async function taken(visit: StaffVisit, file: Extract<Answer, { kind: 'file' }>): Promise<Answer> {
  const { name, body } = file;
  let is_taken = false;
  try {
    const take = takeFiles(visit.services, [{ ...signatureByVisit(visit, name), file: name }]);
    is_taken = (await unlessRefused(take)) !== null;
  } finally {
    if (!is_taken && body instanceof Readable) body.destroy();
  }
  return is_taken ? file : NOT_FOUND;
}

/** What came of it; null where somebody has left the staff and nothing was done. */
export async function unlessRefused<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StaffRefusal) return null;
    throw error;
  }
}
