import type { Reading } from '../../sms/reading.ts';
import type { ReadNotice } from './read.ts';

/** What the columns of a reading say already, and what is said of nearly every one. */
const OF_ITS_ROW = ['kind', 'template_id', 'template_version', 'occurred_precision'] as const;
/** What stands in the credit that a notice was the first to tell of. */
const OF_ITS_CREDIT = [
  'amount_xaf',
  'operator_transaction_id',
  'payer',
  'balance_xaf',
  'motif',
  'occurred_at',
] as const;

/**
 * What is stored of a reading: nothing twice. The text itself and the template that took it are kept, so that
 * the whole can be read again.
 * @param is_first the credit of this notice was written from this reading
 */
export function storedReading({ reading, readings }: ReadNotice, is_first: boolean): unknown {
  if (readings.length === 0) return reading;
  const { trusted_sender, payer_is_agent, template_status, doubts, ...rest } = reading as Reading;
  const said = new Set<string>([...OF_ITS_ROW, ...(is_first ? OF_ITS_CREDIT : [])]);
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !said.has(name))),
    ...(trusted_sender ? {} : { trusted_sender }),
    ...(payer_is_agent ? { payer_is_agent } : {}),
    ...(template_status === 'confirmed' ? {} : { template_status }),
    ...(doubts.length === 0 ? {} : { doubts }),
  };
}
