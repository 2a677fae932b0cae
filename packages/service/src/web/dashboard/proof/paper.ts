import { leafHash, leafText, type Sha256 } from '../../../domain/proof/chain.ts';
import type { OwnDay, ShownDay } from '../../../engine/proof/show.ts';
import type { PdfDocument } from '../../../files/pdf/document.ts';
import { writePdf } from '../../../files/pdf/write.ts';
import type { MemberVisit } from '../../frame/table.ts';
import { PROOF_WORDS } from './words.ts';

type Closed = { sha256: Sha256; own: OwnDay; closed: NonNullable<ShownDay['closed']> };

/** A merchant's day on paper: its figures, the way from them to the root of the day, and the day's hash. */
export function ownDayPdf(visit: MemberVisit, one: Closed): ReturnType<typeof writePdf> {
  return writePdf(paperOf(visit, one));
}

function paperOf({ language, person }: MemberVisit, { sha256, own, closed }: Closed): PdfDocument {
  const { columns, hash, paper: words } = PROOF_WORDS[language];
  return {
    language,
    issuer: person.membership.merchant_name,
    title: words.title(own.day),
    issued_at: closed.closed_at,
    facts: [
      { label: columns.opening, value: own.opening_xaf },
      { label: columns.paid, value: own.paid_xaf },
      { label: words.fees, value: own.fees_xaf },
      { label: words.tax, value: own.tax_xaf },
      { label: columns.refunds, value: own.refunds_xaf },
      { label: columns.settlements, value: own.settlements_xaf },
      { label: columns.other, value: own.other_xaf },
      { label: columns.closing, value: own.closing_xaf },
      { label: words.state, value: words.states[closed.state] },
      { label: hash, value: closed.hash },
      { label: words.previous, value: closed.previous_hash },
      { label: words.leaf, value: leafHash(sha256, leafText(own.day, own)) },
      { label: words.root, value: closed.merchants_root },
    ],
    tables: [
      {
        heading: words.path,
        columns: [
          { title: words.step, share: 8 },
          { title: words.side, share: 12 },
          { title: hash, share: 80 },
        ],
        rows: own.path.map((step, at) => [
          String(at + 1),
          words.sides[step.startsWith('L') ? 'L' : 'R'],
          step.slice(1),
        ]),
        empty: words.alone,
      },
    ],
    notes: words.notes,
    footer: `${own.day} ${closed.hash}`,
  };
}
