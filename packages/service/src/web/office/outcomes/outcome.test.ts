import { describe, expect, test } from 'vitest';
import { toldOf } from './outcome.ts';
import type { DeskOutcome } from './words.ts';

const refunded = { kind: 'refunded', refunded_xaf: 150_000, surplus: false, to_phone: '66123456' } as const;

describe.each([
  ['fr', 'N’envoyez rien'],
  ['ar', 'لا ترسل شيئا'],
  ['en', 'Send nothing'],
] as const)('Whoever marks money as sent back on a page in %s', (language, nothing) => {
  const said = (outcome: DeskOutcome, sends = false) => toldOf({ language }, outcome, sends).sentences;

  test('is told to send nothing, and since when, where its SIM has sent it since the first person spoke', () => {
    const told = said({ ...refunded, left_at: new Date('2026-11-21T07:05:00Z') });
    expect(told[0]).toContain(nothing);
    expect(told.join(' ')).toContain('2026-11-21 08:05');
    expect(told.join(' ')).not.toContain('66123456');
  });

  test('is told to which phone it goes where nothing has left', () => {
    expect(said(refunded).join(' ')).toContain('66123456');
    expect(said(refunded).join(' ')).not.toContain(nothing);
  });

  test('is told which SIM to look at where a message that waits may tell of it', () => {
    expect(said({ ...refunded, told_by: '+23566001001' }).join(' ')).toContain('+23566001001.');
  });

  test('is told as the first of two to send nothing yet', () => {
    expect(said({ kind: 'proposed' }, true)[1]).toContain(nothing);
    expect(said({ kind: 'proposed' }).join(' ')).not.toContain(nothing);
  });
});
