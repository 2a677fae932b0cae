import { type Destination, maskedDestination } from '../../../domain/settlement/payout-account.ts';
import { itemise } from '../../../domain/settlement/settlement.ts';
import type { SettlementDetail } from '../../../engine/settlements/show.ts';
import type { PdfDocument, PdfFact } from '../../../files/pdf/document.ts';
import { writePdf } from '../../../files/pdf/write.ts';
import type { Catalogue, MemberVisit } from '../../frame/table.ts';
import { WORDS } from '../../language.ts';
import { ar } from './words/ar.ts';
import { en } from './words/en.ts';
import { fr } from './words/fr.ts';
import type { SettlementWords } from './words/words.ts';

export const SETTLEMENT_WORDS: Catalogue<SettlementWords> = { fr, ar, en };

/** A settlement on paper: what it is, where it went, and what each kind of transfer comes to. */
export function settlementPdf(visit: MemberVisit, settlement: SettlementDetail): ReturnType<typeof writePdf> {
  return writePdf(paperOf(visit, settlement));
}

/** As the page says it: the operator by its name, most of the account covered. */
function whereTo(language: MemberVisit['language'], destination: Destination): string {
  const masked = maskedDestination(destination);
  return destination.kind === 'number'
    ? `${WORDS[language].operators[destination.operator]} ${masked.slice(destination.operator.length + 1)}`
    : masked;
}

function paperOf({ language, person }: MemberVisit, settlement: SettlementDetail): PdfDocument {
  const words = SETTLEMENT_WORDS[language];
  const { destination, holder_name, state, sent_at, ended_at, returned_at, failure, environment } =
    settlement;
  const { kind, transfers, amount } = words.columns;
  const facts: PdfFact[] = [
    { label: words.columns.state, value: words.states[state] },
    { label: amount, value: settlement.amount_xaf },
    ...(destination === null
      ? []
      : [
          { label: words.facts.to, value: whereTo(language, destination) },
          { label: words.account.holder, value: holder_name ?? '' },
        ]),
    { label: words.facts.drafted, value: settlement.created_at },
    { label: words.facts.until, value: settlement.until },
    ...(sent_at === null ? [] : [{ label: words.facts.sent, value: sent_at }]),
    ...(state === 'PAID' && ended_at !== null ? [{ label: words.facts.paid, value: ended_at }] : []),
    ...(returned_at === null ? [] : [{ label: words.facts.returned, value: returned_at }]),
    ...(failure === null ? [] : [{ label: words.facts.failed, value: failure }]),
  ];
  return {
    language,
    issuer: person.membership.merchant_name,
    title: `${words.one} \u2066${settlement.reference}\u2069`,
    issued_at: settlement.created_at,
    ...(environment === 'test' && { banner: words.test }),
    facts,
    tables: [
      {
        heading: words.items,
        columns: [
          { title: kind, share: 50 },
          { title: transfers, share: 20 },
          { title: amount, share: 30, is_sum: true },
        ],
        rows: itemise(settlement.totals).map((one) => [
          words.kinds[one.kind],
          String(one.transfers),
          one.amount_xaf,
        ]),
        totals: [{ label: words.payout, value: settlement.amount_xaf }],
      },
    ],
    notes: [words.states_mean[state]],
    footer: `${settlement.reference}  ${settlement.id}`,
  };
}
