import { type ClaimForm, pageState } from '../../domain/checkout/state.ts';
import { findClaims, insertClaims, lockClaims } from '../../store/checkout/claims.ts';
import { transaction } from '../../store/connect/transaction.ts';
import type { Services } from '../services.ts';
import { forgetCheckout, lookAtCheckouts } from './look.ts';

export type ClaimPayment = {
  session_id: string;
  /** As `readClaim` of the domain makes them. */
  operator_transaction_id: string;
  payer_phone: string;
};

export type ClaimOutcome =
  | { kind: 'kept' }
  | { kind: 'not_found' }
  /** The session takes no claims at present, or has as many as it takes. */
  | { kind: 'not_taken' };

/**
 * Keeps what payers tell of closed sessions, as evidence for the desk: it moves nothing and confirms nothing. The
 * same id told again is kept once. An outcome per command, in order.
 */
export async function claimPayments(
  services: Services,
  commands: readonly ClaimPayment[],
): Promise<ClaimOutcome[]> {
  const views = await lookAtCheckouts(
    services,
    commands.map(({ session_id }) => session_id),
  );
  const claimed_at = services.now();
  const forms = views.map((view): ClaimForm | null => {
    if (view === null) return null;
    const state = pageState(view, claimed_at);
    return 'claim' in state ? state.claim : 'closed';
  });
  const taken = commands
    .map((command, place) => ({ ...command, place, claimed_at }))
    .filter(({ place }) => forms[place] === 'open' || forms[place] === 'told');
  const kept = await transaction(services.pool, async (client) => {
    await lockClaims(
      client,
      taken.map(({ session_id }) => session_id),
    );
    await insertClaims(client, taken);
    return findClaims(client, taken);
  });
  for (const { session_id } of kept) forgetCheckout(services, session_id);
  const names = new Set(kept.map((one) => `${one.session_id}/${one.operator_transaction_id}`));
  return commands.map((command, place) => {
    if (forms[place] === null) return { kind: 'not_found' };
    const is_kept = names.has(`${command.session_id}/${command.operator_transaction_id}`);
    return { kind: is_kept ? 'kept' : 'not_taken' };
  });
}
