import type { Reading } from '../../sms/reading.ts';
import type { ReadNotice } from './read.ts';

/**
 * What is kept of how a notice was read.
 * @param credit_ids the credit that each notice tells of
 */
export function readingRow(read: ReadNotice, credit_ids: ReadonlyMap<string, string>) {
  const { notice, outcome, kind, template_id, template_version, credit } = read;
  const credit_id = credit_ids.get(notice.id) ?? null;
  const duplicate = credit !== null && credit_id !== credit.id;
  return {
    notice_id: notice.id,
    environment: notice.environment,
    outcome: duplicate ? ('DUPLICATE' as const) : outcome,
    kind,
    template_id,
    template_version,
    reading: storedReading(read, credit !== null && !duplicate),
    credit_id,
  };
}

/**
 * Members that aren't stored of a reading: its row says them in columns of its own, or nearly every reading says the same.
 */
const OF_ITS_ROW: ReadonlySet<string> = new Set([
  'kind',
  'template_id',
  'template_version',
  'occurred_precision',
]);
/** These, and what stands in the credit that a notice was the first to tell of, or beside its step. */
const OF_ITS_CREDIT: ReadonlySet<string> = new Set([
  ...OF_ITS_ROW,
  'amount_xaf',
  'operator_transaction_id',
  'stated_ids',
  'payer',
  'balance_xaf',
  'motif',
  'occurred_at',
]);

/**
 * What is stored of a reading: nothing twice. The text itself and the template that took it are kept, so that
 * the whole can be read again.
 * @param is_first the credit of this notice was written from this reading
 */
function storedReading({ reading, readings }: ReadNotice, is_first: boolean): unknown {
  if (readings.length === 0) return reading;
  const { trusted_sender, payer_is_agent, template_status, doubts, ...rest } = reading as Reading;
  const said = is_first ? OF_ITS_CREDIT : OF_ITS_ROW;
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !said.has(name))),
    ...(trusted_sender ? {} : { trusted_sender }),
    ...(payer_is_agent ? { payer_is_agent } : {}),
    ...(template_status === 'confirmed' ? {} : { template_status }),
    ...(doubts.length === 0 ? {} : { doubts }),
  };
}
