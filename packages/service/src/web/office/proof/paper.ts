import type { Language } from '../../../domain/account/person.ts';
import { reasonOf } from '../../../domain/proof/account.ts';
import { DAY_MS, formatLocalTime, HOUR_MS, localDay } from '../../../domain/time.ts';
import { spanOfDay } from '../../../engine/proof/look.ts';
import type { ShownDay, ShownProofAccount } from '../../../engine/proof/show.ts';
import type { PdfDocument, PdfFact, PdfTable } from '../../../files/pdf/document.ts';
import { writePdf } from '../../../files/pdf/write.ts';
import { WORDS } from '../../language.ts';
import { TERMS } from '../terms/say.ts';
import { PROOF_PAPER_WORDS } from './paper-words.ts';
import { OFFICE_PROOF_WORDS } from './words.ts';

type Asked = {
  language: Language;
  shown: ShownDay;
  /** What our bank accounts are called, by their name in the proof. */
  banks: ReadonlyMap<string, string>;
  now: Date;
};

/** A day on paper: the verdict, every account, every open franc with its age and who finds it out, and the two hashes. */
export function proofPdf(asked: Asked): ReturnType<typeof writePdf> {
  return writePdf(paperOf(asked));
}

function paperOf({ language, shown, banks, now }: Asked): PdfDocument {
  const words = OFFICE_PROOF_WORDS[language];
  const paper = PROOF_PAPER_WORDS[language];
  const { day, closed, accounts, held_xaf, owed_xaf, state } = shown;
  const facts: PdfFact[] = [
    { label: paper.verdict, value: state === null ? words.not_closed : words.states[state] },
    { label: paper.difference, value: held_xaf - owed_xaf },
    { label: words.columns.held, value: held_xaf },
    { label: words.columns.owed, value: owed_xaf },
    ...(closed === null
      ? []
      : [
          { label: words.columns.hash, value: closed.hash },
          { label: paper.previous, value: closed.previous_hash },
          { label: paper.closed_at, value: closed.closed_at },
        ]),
  ];
  const named = (name: string): string =>
    (TERMS[language].accounts as Readonly<Record<string, string>>)[name] ?? banks.get(name) ?? name;
  return {
    language,
    issuer: paper.issuer,
    title: words.day_title(day),
    issued_at: closed?.closed_at ?? now,
    ...(closed === null && { banner: paper.open }),
    facts,
    tables: [
      accountsOf(language, accounts, named),
      linesOf(language, accounts, named, closed === null ? now : spanOfDay(day).ends),
    ],
    notes: [held_xaf < owed_xaf ? words.short : paper.enough, paper.how],
    footer: closed === null ? day : `${day} ${closed.hash}`,
  };
}

type Named = (name: string) => string;

function accountsOf(language: Language, accounts: readonly ShownProofAccount[], named: Named): PdfTable {
  const { columns, states, by } = OFFICE_PROOF_WORDS[language];
  const { reasons, accounts: heading } = PROOF_PAPER_WORDS[language];
  const sum = (title: string) => ({ title, share: 14, is_sum: true });
  return {
    heading,
    columns: [
      { title: columns.account, share: 18 },
      sum(columns.opening),
      sum(columns.in),
      sum(columns.out),
      sum(columns.closing),
      sum(columns.said),
      sum(columns.ledger),
      { title: columns.state, share: 30 },
    ],
    rows: accounts.map((one) => {
      const reason = reasonOf(one.reason);
      return [
        named(one.name),
        one.opening_xaf,
        one.in_xaf,
        one.out_xaf,
        one.closing_xaf,
        one.said_xaf,
        one.ledger_xaf,
        [
          states[one.state],
          ...(one.said_by === null ? [] : [`(${[by[one.said_by], ...readAt(one)].join(' ')})`]),
          ...(reason === null || one.state === 'proven' ? [] : [`– ${reasons[reason]}`]),
        ].join(' '),
      ];
    }),
  };
}

function linesOf(
  language: Language,
  accounts: readonly ShownProofAccount[],
  named: Named,
  until: Date,
): PdfTable {
  const { kinds, owners, line_columns, lines: heading, no_lines } = OFFICE_PROOF_WORDS[language];
  return {
    heading,
    columns: [
      { title: line_columns.account, share: 16 },
      { title: line_columns.kind, share: 22 },
      { title: line_columns.subject, share: 28 },
      { title: line_columns.since, share: 15 },
      { title: PROOF_PAPER_WORDS[language].age, share: 12 },
      { title: line_columns.owner, share: 14 },
      { title: line_columns.amount, share: 14, is_sum: true },
    ],
    rows: accounts.flatMap(({ name, lines }) =>
      lines.map((line) => [
        named(name),
        kinds[line.kind],
        line.subject,
        line.since,
        ageText(language, line.since, until),
        owners[line.owner],
        line.amount_xaf,
      ]),
    ),
    empty: no_lines,
  };
}

/** `2026-11-21 12:00`: of a number on which nothing moves it may be long ago. */
const readAt = ({ read_at }: ShownProofAccount): string[] =>
  read_at === null ? [] : [`${localDay(read_at)} ${formatLocalTime(read_at)}`];

/** `3 jours`; in hours, where it is less than two days. */
export function ageText(language: Language, since: Date, until: Date): string {
  const age_ms = Math.max(0, until.getTime() - since.getTime());
  const unit = age_ms < 2 * DAY_MS ? 'hour' : 'day';
  const count = Math.floor(age_ms / (unit === 'hour' ? HOUR_MS : DAY_MS));
  return new Intl.NumberFormat(WORDS[language].locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  );
}
