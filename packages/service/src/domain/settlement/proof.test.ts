import { expect, test } from 'vitest';
import { judgeProof, type ProofSource } from './proof.ts';
import type { SettlementState } from './transitions.ts';

const JUDGED = `
who says what                | settlement                | comes of it

step 5000                    | SENDING 5000 FLOAT        | PAID
step 5000                    | UNKNOWN 5000 FLOAT        | PAID
step 5000                    | PAID 5000 FLOAT           | already PAID
step 5000                    | FAILED 5000 FLOAT         | not_under_way FAILED
step 5000                    | APPROVED 5000 -           | not_under_way APPROVED
step 4999                    | SENDING 5000 FLOAT        | other_amount
step 5000                    | SENDING 5000 BANK         | other_source
statement_row 5000           | SENDING 5000 WALLET_MOOV  | PAID
statement_row 5000           | SENDING 5000 FLOAT        | other_source
bank_row 5000                | UNKNOWN 5000 BANK         | PAID
bank_row 5001                | UNKNOWN 5000 BANK         | other_amount
bank_row 5000 to another     | SENDING 5000 BANK         | other_recipient
bank_row 5000 to nobody      | SENDING 5000 BANK         | recipient_unreadable
bank_row 5001 to another     | SENDING 5000 BANK         | other_amount
bank_row 5000 to another     | FAILED 5000 BANK          | other_recipient
bank_row 5000 to another     | PAID 5000 BANK            | already PAID
bank_return 5000 to nobody   | PAID 5000 BANK            | returns
bank - to nobody             | SENDING 5000 BANK         | FAILED
bank_row 5000                | UNKNOWN 5000 WALLET_MOOV  | other_source
book -                       | UNKNOWN 5000 FLOAT        | FAILED
book -                       | UNKNOWN 5000 BANK         | other_source
statement -                  | UNKNOWN 5000 WALLET_MOOV  | FAILED
statement -                  | SENDING 5000 FLOAT        | FAILED
bank -                       | SENDING 5000 BANK         | FAILED
bank -                       | PAID 5000 BANK            | not_under_way PAID
bank -                       | FAILED 5000 BANK          | already FAILED
bank_return 5000             | PAID 5000 BANK            | returns
bank_return 4900             | PAID 5000 BANK            | other_amount
bank_return 5000             | PAID 5000 FLOAT           | other_source
bank_return 5000             | SENDING 5000 BANK         | not_under_way SENDING
bank_return 5000             | FAILED 5000 BANK          | not_under_way FAILED
bank_row 5000                | FAILED 5000 BANK          | paid_after_all
bank_row 4999                | FAILED 5000 BANK          | other_amount
bank_row 5000                | FAILED 5000 FLOAT         | other_source
bank_row 5000                | CANCELLED 5000 -          | not_under_way CANCELLED
bank_row 5000                | CANCELLED 5000 BANK       | paid_after_all
bank_row 4999                | CANCELLED 5000 BANK       | other_amount
statement_row 5000           | CANCELLED 5000 BANK       | other_source
statement_row 5000           | CANCELLED 5000 WALLET_MOOV | paid_after_all
step 5000                    | CANCELLED 5000 BANK       | not_under_way CANCELLED
bank -                       | CANCELLED 5000 BANK       | not_under_way CANCELLED
bank_return 5000             | CANCELLED 5000 BANK       | not_under_way CANCELLED
statement_row 5000           | FAILED 5000 WALLET_MOOV   | paid_after_all
statement_row 5000           | FAILED 5000 FLOAT         | other_source
statement_return 5000        | PAID 5000 WALLET_MOOV     | returns
statement_return 5000        | PAID 5000 BANK            | other_source
bank_return 5000             | PAID 5000 WALLET_MOOV     | other_source
bank_return 5000             | -                         | no_settlement
sandbox 5000                 | SENDING 5000 FLOAT        | other_source
step 5000                    | -                         | no_settlement
`;

const IBAN = 'TD8960002000010271091600153';
const TO: Readonly<Record<string, string | null>> = { another: 'TD8960001000010271091600145', nobody: null };

const lines = JUDGED.split('\n').filter((line) => /^[a-z_]+ (?:\d|-)/.test(line));

test.each(lines.map((line) => ({ line })))('$line', ({ line }) => {
  const [said = '', what = '', expected = ''] = line.split('|').map((cell) => cell.trim());
  const [source = '', amount = '', , to = ''] = said.split(' ');
  const [state = '', sum = '', from = '-'] = what.split(' ');
  const verdict = judgeProof(
    {
      settlement_id: 'one',
      source: source as ProofSource,
      source_id: 'x',
      amount_xaf: amount === '-' ? null : Number(amount),
      account: to === '' ? IBAN : (TO[to] ?? null),
      happened_at: new Date(0),
    },
    state === '-'
      ? null
      : {
          ...{
            state: state as SettlementState,
            amount_xaf: Number(sum),
            from_kind: from === '-' ? null : from,
          },
          iban: from === 'BANK' ? IBAN : null,
        },
  );
  const { kind } = verdict;
  const shown = kind === 'ends' ? verdict.state : 'state' in verdict ? `${kind} ${verdict.state}` : kind;
  expect(shown).toBe(expected);
});
