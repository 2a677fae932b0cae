import type { ReadCredit } from '../../domain/credit.ts';
import { isCredit, movesOf } from '../../domain/movement/move.ts';
import { type PayerPrint, samePhone } from '../../domain/msisdn.ts';
import { type Template, templateKey } from '../../sms/templates/template.ts';
import type { Database } from '../../store/statement.ts';
import { findReadMoney, type UnreadMoney } from '../../store/suspense/unread.ts';
import { type LastConfirmation, listLastWords } from '../../store/templates.ts';
import type { Services } from '../services.ts';
import { loadTemplates } from '../templates/read.ts';
import { payerTold } from './credit-told.ts';
import { datedBy } from './moved-by.ts';
import { withTickets } from './proven.ts';
import { asCredit, type ReadNotice, readNotice } from './read.ts';

export type MoneyReadAgain = ReadNotice & { credit: ReadCredit };

/**
 * Money as its words tell of it now; null where none of the confirmed wordings, or more than one reading, fits its step, or a row of the
 * statement names another payer. Whoever forges a message in a payment's place waits for its words to be taught as well.
 * @param rows what tells of it in statements: by when it was, and whose tickets are in doubt
 */
export function moneyReadAgain(
  money: UnreadMoney,
  templates: readonly Template[],
  rows: readonly ReadNotice[] = [],
): MoneyReadAgain | null {
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
  const listed = rows.flatMap(({ credit }) => credit ?? []);
  if (listed.some((row) => namesAnother(row, payerTold(reading)))) return null;
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
  const told = withTickets(datedBy(again, { gap: null }, listed), rows, listed);
  return told.credit === null ? null : { ...told, credit: told.credit };
}

/** Whether a row names somebody, and nobody whom its message may name. */
function namesAnother({ payer, may_be_payers }: ReadCredit, print: PayerPrint | null): boolean {
  const named = may_be_payers ?? (payer === null ? [] : [payer]);
  return named.length > 0 && named.every((one) => samePhone(one, print) === 'different');
}

/** Who has paid by the wordings that are confirmed now. `is_read`: one of them reads that message. */
export type SaidAnew = { is_read: boolean; payer: string | null };

/** The versions that people stand by. One that reads less by now may have read a text while somebody could still write into it. */
export function standingKeys(templates: readonly Template[]): string[] {
  return templates.filter((one) => one.status === 'confirmed' && one.is_narrowed !== true).map(templateKey);
}

/**
 * Whether people have said that a version reads something wrong: they have taken back what they had said of it, or of the version that
 * took its place. That nobody has confirmed it yet, or that a later one was confirmed since the operator writes otherwise, says nothing
 * against it.
 */
function isTakenBack(
  { template_id, template_version }: Version,
  words: readonly LastConfirmation[],
): boolean {
  const own = words.filter((one) => one.template_id === template_id);
  const itself = own.find((one) => one.template_version === template_version);
  const later = own
    .filter((one) => one.template_version > template_version)
    .reduce<LastConfirmation | null>((last, one) => (last === null || one.at > last.at ? one : last), null);
  return itself?.is_revoked === true || later?.is_revoked === true;
}

type Version = Pick<LastConfirmation, 'template_id' | 'template_version'>;

/**
 * Whom the words of some live credits name as their payers now, where people stand no longer by the wording that named them: a confirmed
 * one names another, or they have taken that one back and none that is confirmed names the same. It may have named the wrong one, and
 * what was paid goes back to him who paid.
 */
export async function payersSaidAnew(
  services: Services,
  database: Database,
  paid: readonly { credit_id: string | null }[],
): Promise<ReadonlyMap<string, SaidAnew>> {
  const credit_ids = paid.flatMap(({ credit_id }) => credit_id ?? []);
  if (credit_ids.length === 0) return new Map();
  const templates = await loadTemplates(services, database);
  const standing = new Set(standingKeys(templates));
  const found = await findReadMoney(database, credit_ids);
  const doubted = found.filter((money) => !standing.has(keyOf(money)));
  if (doubted.length === 0) return new Map();
  const words = await listLastWords(database);
  const confirmed = templates.filter(({ status }) => status === 'confirmed');
  const narrowed = new Set(confirmed.filter(({ is_narrowed }) => is_narrowed).map(templateKey));
  return new Map(
    doubted.flatMap((read) => {
      const { template_id: _id, template_version: _version, ...money } = read;
      const again = moneyReadAgain(money, confirmed);
      if (again !== null && again.credit.payer === money.payer) return [];
      if (again === null && !narrowed.has(keyOf(read)) && !isTakenBack(read, words)) return [];
      return [[money.credit_id, { is_read: again !== null, payer: again?.credit.payer ?? null }] as const];
    }),
  );
}

const keyOf = ({ template_id: id, template_version: version }: Version): string =>
  templateKey({ id, version });
