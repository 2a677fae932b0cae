import { expect, test } from 'vitest';
import { SETTLEMENT_STATES, SETTLEMENT_TRIGGERS, settlementTransition } from './transitions.ts';

test('a settlement moves by this table and by nothing else', () => {
  const line = (cells: readonly string[]) =>
    cells
      .map((cell) => cell.padEnd(14))
      .join(' ')
      .trimEnd();
  const rows = SETTLEMENT_STATES.map((state) =>
    line([state, ...SETTLEMENT_TRIGGERS.map((trigger) => settlementTransition(state, trigger) ?? '-')]),
  );
  expect(`\n${[line(['', ...SETTLEMENT_TRIGGERS]), ...rows].join('\n')}\n`).toBe(`
               approve        send           cancel         doubt          not_sent       paid_proven    unpaid_proven  paid_after_all sandbox
DRAFT          APPROVED       -              CANCELLED      -              -              -              -              -              PAID
APPROVED       -              SENDING        CANCELLED      -              -              -              -              -              -
SENDING        -              -              -              UNKNOWN        FAILED         PAID           FAILED         -              -
UNKNOWN        -              -              -              -              -              PAID           FAILED         -              -
PAID           -              -              -              -              -              -              -              -              -
FAILED         -              -              -              -              -              -              -              PAID           -
CANCELLED      -              -              -              -              -              -              -              PAID           -
`);
});
