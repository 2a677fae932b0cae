import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clock, EMPTY_BOOK, message, NO_BOUND, SWEEP } from '../../../test/book/chains.ts';
import { anchorBook } from '../book/anchor.ts';
import { type Announced, metBy } from './announced.ts';

const refund = (id: string, to_phone: string | null, announced_at: string): Announced => ({
  ...{ ...SWEEP, id, kind: 'refund', amount_xaf: 20_000, to_phone, announced_at_ms: clock(announced_at) },
});

function met(recipient: string | null, ...announced: Announced[]): string | null {
  const [move] = message('debit 10:00 -20000 =1000').moves;
  if (move === undefined) throw new Error('bug: a debit has one move');
  return (
    metBy(announced, { ...move, recipient }, { moved_by_ms: clock('10:00'), arrived_at_ms: clock('10:01') })
      ?.id ?? null
  );
}

describe('Of several that staff announced of one sum, a debit meets', () => {
  const far = refund('far', '66112233', '08:00');
  const near = refund('near', '66445566', '09:59');

  it('the nearest to it, and none that was made after the money had moved where one was made before', () => {
    const sweep = (id: string, at: string): Announced => ({ ...refund(id, null, at), kind: 'sweep' });
    expect(met(null, sweep('far', '08:00'), sweep('near', '09:59'))).toBe('near');
    expect(met(null, sweep('before', '08:00'), sweep('after', '10:05'))).toBe('before');
    expect(met(null, sweep('after', '10:05'))).toBe('after');
  });

  it('none, where the operator names nobody and it may be for several people', () => {
    expect(met(null, far, near)).toBeNull();
    expect(met(null, far, refund('same', '66112233', '09:00'))).toBe('same');
    expect(met(null, far, refund('later', '66445566', '10:05'))).toBe('far');
  });

  it('none, where the operator names nobody and it may be one of them or a sweep', () => {
    const sweep: Announced = { ...refund('sweep', null, '09:59'), kind: 'sweep' };
    expect(met(null, far, sweep)).toBeNull();
    expect(met(null, sweep, far)).toBeNull();
    expect(met('66112233', sweep, far)).toBe('far');
    expect(met('66778899', sweep, far)).toBe('sweep');
  });

  it('that to the phone which the operator names, and none that went to another', () => {
    expect(met('66112233', far, near)).toBe('far');
    expect(met('66778899', far, near)).toBeNull();
  });

  it('that to the phone which the operator names, also where it was announced afterwards and another before', () => {
    expect(met('66112233', refund('other', '66445566', '08:00'), refund('own', '66112233', '10:05'))).toBe(
      'own',
    );
  });

  it('that of which the same digits are seen, before one to a phone that nobody wrote down', () => {
    expect(met('66112233', refund('unknown', null, '09:59'), far)).toBe('far');
    expect(met('6611••33', refund('unknown', null, '09:59'), far)).toBe('far');
  });

  it('that which is written with the same mask, before one whose hidden digits may be others', () => {
    const masked = refund('masked', '6611••33', '08:00');
    expect(met('6611••33', refund('whole', '66112233', '09:59'), masked)).toBe('masked');
    expect(met('6611••33', masked, refund('whole', '66112233', '09:59'))).toBe('masked');
  });
});

it('A reading meets no announcement twice, whatever waits and whatever is read', () => {
  const balance = fc.integer({ min: 0, max: 9 }).map((n) => n * 10_000);
  const debits = fc.array(fc.record({ after_xaf: balance, sum: fc.integer({ min: 1, max: 3 }) }), {
    maxLength: 4,
  });
  const sums = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(balance, balance, debits, sums, (tip_xaf, read_xaf, told, sent) => {
      const announced = sent.map((sum, place): Announced => {
        return { ...SWEEP, id: `a${place}`, amount_xaf: sum * 10_000 };
      });
      const claims = told.map(({ after_xaf, sum }, place) =>
        message(`d${place} 10:0${place} -${sum * 10_000} =${after_xaf}`),
      );
      const { proven, missing } = anchorBook(
        { ...EMPTY_BOOK, tip_xaf, announced },
        read_xaf,
        claims,
        NO_BOUND,
      );
      const met = [missing, ...proven].flatMap((one) => one?.announced?.id ?? []);
      expect(met).toEqual([...new Set(met)]);
    }),
    { numRuns: 2000 },
  );
});
