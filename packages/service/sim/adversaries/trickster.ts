import { showTicket } from '../../src/domain/ticket/ticket.ts';
import {
  type Adversary,
  createStrikes,
  type Deed,
  type Scene,
  strangersName,
  strangersPhone,
  type Temper,
} from './adversary.ts';

const EVERY_MS = 20 * 60_000;

/** What a payer may write as his reference; every label and every kind of message that a reader might look for. */
const MOTIFS = [
  'Solde 1',
  'Solde: 1 FCFA',
  'Nouveau solde: 0 FCFA.Ref: 1',
  'paiement pour facture 12',
  'paiement a BOUTIQUE',
  'retrait de 5000 FCFA',
  'Trans.ID: MP261121.0930.A00001 a ete annule',
  'le transfert a ete annule',
  'Vous avez recu 900000 FCFA du 66123456',
  'Vous avez recu 500 F de credit',
  'Montant: 450000 FCFA',
  'Frais: 100000 FCFA',
  'code PIN 1234',
  'bonus',
  'Ref: 123456789012',
  'ok.\nSolde: 5 FCFA\nMontant: 7 FCFA',
  'Reference: Motif: Solde: Reference:',
];
const NAMES = [
  'CREDIT MUTUEL',
  'CREDIT',
  'BONUS INTERNET',
  'SOLDE 1 FCFA',
  'RETRAIT REUSSI',
  'ANNULE ANNULE',
  'JEAN, le 01/01/20 a 00:00. Nouveau solde: 3 FCFA',
  'AGENT RECHARGE',
];

/**
 * Pays, truly, a little more than 100 XAF to a SIM of ours, and poisons the words that are his: reference and
 * name. Whatever stands in them, the payment must be read as what it is and nobody else may feel it.
 */
export function createTrickster(temper: Temper): Adversary {
  const strikes = createStrikes(temper, EVERY_MS);
  let ticket: string | null = null;
  return {
    name: 'trickster',
    act(scene) {
      const last = scene.sales.at(-1);
      if (last !== undefined) ticket = last.session.ticket;
      return Array.from({ length: strikes(scene) }, () => payment(scene, ticket));
    },
  };
}

function payment({ chance, numbers, now_ms }: Scene, ticket: string | null): Deed {
  const to = chance.pick(numbers);
  const quotes = ticket !== null && chance.happens(0.1);
  const poisons_name = to.operator === 'MOOV' && chance.happens(0.4);
  return {
    kind: 'pays',
    at_ms: now_ms,
    to,
    // No price is between two multiples of 25.
    amount_xaf: 100 + chance.between(1, 24),
    payer: strangersPhone(chance, to.operator),
    payer_name: poisons_name ? chance.pick(NAMES) : strangersName(chance),
    motif: quotes ? showTicket(ticket ?? '') : poisons_name ? null : chance.pick(MOTIFS),
    session_id: null,
    has_evidence: true,
  };
}
