import { shortId } from '../../../domain/keys.ts';
import type { listRefundsToSend } from '../../../engine/refunds/under-way.ts';
import { inPairs, payerOnPaper, type SendingLine, sendingPdf } from '../../../files/sending/list.ts';
import type { StaffVisit } from '../../frame/table.ts';
import { OFFICE_REFUND_WORDS } from './words.ts';

type Open = Awaited<ReturnType<typeof listRefundsToSend>>[number];

/** The refunds that a person may send and nobody has sent yet, as a paper for whoever holds the phones. */
export function refundsToSend(
  visit: Pick<StaffVisit, 'language' | 'words' | 'now'>,
  open: readonly Open[],
): ReturnType<typeof sendingPdf> {
  const { unknown_payer } = OFFICE_REFUND_WORDS[visit.language];
  const lineOf = ({ id, to_phone, merchant_name, msisdn, amount_xaf }: Open): SendingLine => ({
    reference: shortId(id),
    to: to_phone === null ? unknown_payer : payerOnPaper(to_phone),
    holder: merchant_name,
    from: msisdn === null ? null : inPairs(msisdn as `+235${string}`),
    amount_xaf,
  });
  const groups = Map.groupBy(open, ({ operator }) => visit.words.operators[operator]);
  return sendingPdf(
    {
      of: 'refunds',
      prepared_at: visit.now,
      groups: [...groups].map(([name, rows]) => ({ name, lines: rows.map(lineOf) })),
    },
    visit.language,
  );
}
