import type { SettlementDetail } from '../../../engine/settlements/show.ts';
import { inPairs, type SendingLine, sendingPdf } from '../../../files/sending/list.ts';
import type { StaffVisit } from '../../frame/table.ts';

/** All that is approved as a paper for whoever holds the phones, by the operator or bank that each goes to. */
export function settlementsToSend(
  visit: Pick<StaffVisit, 'language' | 'words' | 'now'>,
  approved: readonly SettlementDetail[],
): ReturnType<typeof sendingPdf> {
  const groups = Map.groupBy(approved, ({ destination }) =>
    destination?.kind === 'number'
      ? visit.words.operators[destination.operator]
      : (destination?.bank_name ?? ''),
  );
  return sendingPdf(
    {
      of: 'settlements',
      prepared_at: visit.now,
      groups: [...groups].map(([name, rows]) => ({ name, lines: rows.map(lineOf) })),
    },
    visit.language,
  );
}

function lineOf({
  reference,
  destination,
  holder_name,
  merchant_name,
  amount_xaf,
}: SettlementDetail): SendingLine {
  const to =
    destination?.kind === 'number' ? inPairs(destination.msisdn as `+235${string}`) : destination?.iban;
  return { reference, to: to ?? '', holder: holder_name ?? merchant_name, from: null, amount_xaf };
}
