import type { ReadCredit } from '../../domain/credit.ts';
import { isCredit, movesOf } from '../../domain/movement/move.ts';
import { type Template, templateKey } from '../../sms/templates/template.ts';
import type { Database } from '../../store/statement.ts';
import { findReadMoney, type UnreadMoney } from '../../store/suspense/unread.ts';
import type { Services } from '../services.ts';
import { loadTemplates } from '../templates/read.ts';
import { asCredit, type ReadNotice, readNotice } from './read.ts';

export type ReadMoney = ReadNotice & { credit: ReadCredit };

/** Money as its words tell of it now; null where none of the confirmed wordings, or more than one reading, fits its step. */
export function readAgain(money: UnreadMoney, templates: readonly Template[]): ReadMoney | null {
  const { credit_id, kind: _kind, payer: _payer, ...of } = money;
  const { before_xaf, after_xaf, occurred_at, is_clock_wrong, is_like_row, ...notice } = of;
  const confirmed = new Set(templates.filter(({ status }) => status === 'confirmed').map(templateKey));
  const { readings, figures } = readNotice(notice, templates, credit_id);
  const [fitting, ...others] = movesOf(readings, figures).filter(
    (move) => move.before_xaf === before_xaf && move.after_xaf === after_xaf,
  );
  const reading = readings[fitting?.reading ?? -1];
  if (fitting === undefined || others.length > 0 || reading === undefined) return null;
  const is_confirmed = confirmed.has(`${reading.template_id}@${reading.template_version}`);
  if (!isCredit(fitting) || !reading.trusted_sender || !is_confirmed) return null;
  const again = asCredit(notice, reading, {
    id: credit_id,
    amount_xaf: after_xaf - before_xaf,
    is_confirmed,
    is_second_of_its_id: false,
    is_like_row,
    sent_by_ms: occurred_at.getTime(),
    is_clock_wrong,
    booked_on: 'FLOAT',
    unread: {},
  });
  return again.credit === null ? null : { ...again, credit: again.credit };
}

/** Who has paid by the wordings that are confirmed now. `is_read`: one of them reads that message. */
export type SaidAnew = { is_read: boolean; payer: string | null };

/**
 * Whom the words of some live credits name as their payers now, where people stand no longer by the wording that named them, and no other
 * that is confirmed names the same. A wording may have been taken back since it named the wrong one, and what was paid goes back to him
 * who paid.
 */
export async function payersSaidAnew(
  services: Services,
  database: Database,
  paid: readonly { credit_id: string | null }[],
): Promise<ReadonlyMap<string, SaidAnew>> {
  const credit_ids = paid.flatMap(({ credit_id }) => credit_id ?? []);
  if (credit_ids.length === 0) return new Map();
  const templates = await loadTemplates(services, database);
  // One that reads less by now may have read the text while somebody could still write into it.
  const standing = new Set(
    templates.filter((one) => one.status === 'confirmed' && one.is_narrowed !== true).map(templateKey),
  );
  const found = await findReadMoney(database, credit_ids);
  const doubted = found.filter(
    ({ template_id: id, template_version: version }) => !standing.has(templateKey({ id, version })),
  );
  return new Map(
    doubted.flatMap(({ template_id: _id, template_version: _version, ...money }) => {
      const again = readAgain(money, templates);
      if (again !== null && again.credit.payer === money.payer) return [];
      return [[money.credit_id, { is_read: again !== null, payer: again?.credit.payer ?? null }] as const];
    }),
  );
}
