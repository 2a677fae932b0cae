import { isDeepStrictEqual } from 'node:util';
import { readSms } from '../../sms/read.ts';
import type { Reading } from '../../sms/reading.ts';
import type { Template } from '../../sms/templates/template.ts';
import type { UnreadNotice } from '../../store/notices/inbox.ts';

/**
 * Whether people stand by a reading now: the version that read it is confirmed, or another that is reads the same in its text.
 * A message may have waited for days, and its words may have been taken back or taught anew meanwhile. A later version alone
 * is no answer: it may be there because the first named the wrong payer.
 */
export function isStillRead(
  { operator, sender, body }: Pick<UnreadNotice, 'operator' | 'sender' | 'body'>,
  reading: Reading,
  templates: readonly Template[],
): boolean {
  const isConfirmed = ({ status }: Template) => status === 'confirmed';
  const own = templates.find(
    (one) => isConfirmed(one) && one.id === reading.template_id && one.version === reading.template_version,
  );
  // One that reads less by now may have read the text while somebody could still write into it.
  if (own !== undefined && own.is_narrowed !== true) return true;
  const confirmed = templates.filter(isConfirmed);
  const told = saidBy(reading);
  const { readings } = readSms({ operator, sender: sender ?? '', text: body, templates: confirmed });
  return readings.some((one) => isDeepStrictEqual(saidBy(one), told));
}

/** What a reading says, whoever reads it; as it is kept, since what is kept has lost what was left out. */
function saidBy(reading: Reading): unknown {
  const { template_id: _id, template_version: _version, template_status: _status, ...said } = reading;
  // What it states instead of an id says nothing of the payment, and was not kept of what came before it was read.
  const { trusted_sender: _trusted, stated_ids: _stated, doubts, ...rest } = said;
  const others = doubts.filter((doubt) => doubt !== 'unconfirmed_template');
  return JSON.parse(JSON.stringify({ ...rest, doubts: others }));
}
