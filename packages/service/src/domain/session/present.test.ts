import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newTicket, showTicket } from '../ticket/ticket.ts';
import {
  instructionsFor,
  type PaymentSession,
  presentSession,
  REVIEW_REASONS,
  SESSION_STATUSES,
} from './session.ts';

const digits = (count: number) =>
  fc.array(fc.nat(9), { minLength: count, maxLength: count }).map((all) => all.join(''));

const session: fc.Arbitrary<PaymentSession> = fc
  .record({
    status: fc.constantFrom(...SESSION_STATUSES),
    environment: fc.constantFrom('test' as const, 'live' as const),
    operator: fc.constantFrom('AIRTEL' as const, 'MOOV' as const),
    amount_xaf: fc.integer({ min: 1, max: 1_000_000_000 }),
    number: digits(8),
    payer: fc.option(digits(8)),
    chance: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 7, maxLength: 7 }),
    at: fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
    reason: fc.constantFrom(...REVIEW_REASONS),
  })
  .map(({ number, payer, chance, at, reason, ...rest }) => ({
    ...rest,
    id: '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f',
    merchant_id: '0198c5a2-0000-7c3a-9f4e-2b6d8a1c0e5f',
    reference: 'ORDER-1',
    ticket: newTicket(() => chance.shift() ?? 0),
    review_reason: rest.status === 'UNDER_REVIEW' ? reason : null,
    event_sequence: 0,
    collection_number_id: '0198c5a2-1111-7c3a-9f4e-2b6d8a1c0e5f',
    assigned_collection_number: `+235${number}`,
    customer_phone: payer === null ? null : `+235${payer}`,
    description: 'a gift',
    created_at: at,
    expires_at: new Date(at.getTime() + 600_000),
    closed_at: rest.status === 'AWAITING_PAYMENT' ? null : at,
  }));

const FIELDS = [
  ...['id', 'reference', 'ticket', 'amount', 'currency', 'operator', 'status', 'environment'],
  ...['assigned_collection_number', 'expires_at', 'created_at', 'instructions', 'checkout_url'],
];

test('a merchant sees the fields of the contract and no other', () => {
  fc.assert(
    fc.property(session, (one) => {
      // Stands for a row with more columns than the type says.
      const leaky = { ...one, metadata: { secret: 'CANARY' } };
      const shown = presentSession(leaky, 'https://pay.example', one.created_at);
      expect(Object.keys(shown).sort()).toEqual(FIELDS.toSorted());
      expect(JSON.stringify(shown)).not.toContain('CANARY');
      expect(shown.ticket).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(shown.expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(shown.checkout_url).toBe(`https://pay.example/pay/payment-sessions/${one.id}`);
    }),
  );
});

/** Without the no-break spaces that keep numbers together on a phone. */
const plain = (text: string) => text.replaceAll('\u00a0', '');

test('only an open session tells the customer to pay, and then how much, to whom and until when', () => {
  fc.assert(
    fc.property(session, (one) => {
      const text = plain(instructionsFor(one, one.created_at));
      const pays = text.includes('Envoyez exactement');
      expect(pays).toBe(one.status === 'AWAITING_PAYMENT');
      expect(text.includes(one.assigned_collection_number)).toBe(pays);
      if (pays) {
        expect(text).toContain(`${one.amount_xaf}FCFA`);
        expect(text).toContain(one.operator === 'AIRTEL' ? 'Airtel Money' : 'Moov Money');
        const local = new Date(one.expires_at.getTime() + 3_600_000).toISOString().slice(11, 16);
        expect(text).toContain(`avant ${local}`);
      } else if (one.status !== 'SUCCESS') expect(text).toMatch(/N'envoyez (pas|plus) d'argent/);
    }),
  );
});

test('from the end of its window on nobody is told to send money to a session that still waits', () => {
  const open = session.map((one) => ({ ...one, status: 'AWAITING_PAYMENT' as const }));
  const checked = fc.constantFrom(null, 'other_phone' as const);
  fc.assert(
    fc.property(open, checked, fc.nat(86_400_000), (one, checked, late_ms) => {
      const sight = { ...one, checked };
      const at = (ms: number) => plain(instructionsFor(sight, new Date(one.expires_at.getTime() + ms)));
      expect(at(-1)).toContain('Envoyez exactement');
      for (const ms of [0, 1_000, late_ms]) {
        const text = at(ms);
        expect(text).toContain('Le délai pour payer est terminé.');
        expect(text).toContain("Si vous avez déjà envoyé l'argent, ne faites rien");
        expect(text).toContain("n'envoyez plus d'argent");
        expect(text).not.toContain(one.assigned_collection_number);
        expect(text).toContain(showTicket(one.ticket));
        expect(text.includes("d'un autre téléphone")).toBe(checked === 'other_phone');
      }
    }),
  );
});

test('of a session that has ended while a message of its payment waits nobody is told that nothing came, or to pay anew', () => {
  fc.assert(
    fc.property(session, fc.constantFrom('EXPIRED' as const, 'CANCELLED' as const), (one, status) => {
      const closed_at = one.expires_at;
      const own = { ...one, status, closed_at, checked: 'own' as const };
      const at = (days: number) => instructionsFor(own, new Date(closed_at.getTime() + days * 86_400_000));
      expect(at(7)).toContain('en cours de vérification');
      expect(at(7)).toContain("N'envoyez rien d'autre");
      expect(at(7)).toContain(showTicket(one.ticket));
      expect(at(8)).toBe(instructionsFor({ ...own, checked: null }, closed_at));
    }),
  );
});

test('nobody who may have paid is sent to pay anew once a session has expired, least of all while its number is not heard', () => {
  fc.assert(
    fc.property(session, (one) => {
      const expired = { ...one, status: 'EXPIRED' as const };
      const text = instructionsFor(expired, one.expires_at);
      expect(text).toContain('Si vous avez payé, voyez avec le marchand avant de payer de nouveau');
      const unheard = instructionsFor({ ...expired, is_unheard: true }, one.expires_at);
      expect(unheard).toContain('si vous avez payé, ne payez pas de nouveau');
      expect(unheard).not.toContain('une nouvelle');
    }),
  );
});

test('nobody is thanked for a payment that the operator has taken back', () => {
  fc.assert(
    fc.property(session, (one) => {
      const paid = { ...one, status: 'SUCCESS' as const };
      expect(instructionsFor({ ...paid, is_reversed: false }, one.expires_at)).toContain('reçu. Merci');
      const text = instructionsFor({ ...paid, is_reversed: true }, one.expires_at);
      expect(text).toContain('a été repris');
      expect(text).not.toMatch(/reçu|Merci/);
      expect(text).toContain(showTicket(one.ticket));
    }),
  );
});

test('a payment that is being checked after the end of its window is still said to be checked', () => {
  fc.assert(
    fc.property(session, (one) => {
      const own = { ...one, status: 'AWAITING_PAYMENT' as const, checked: 'own' as const };
      expect(instructionsFor(own, one.expires_at)).toBe(instructionsFor(own, one.created_at));
      expect(instructionsFor(own, one.expires_at)).toContain('en cours de vérification');
    }),
  );
});
