import type { Operator } from '../../src/domain/operator.ts';

/** What an operator knows of one arrival of money. */
export type Arrival = {
  operator: Operator;
  amount_xaf: number;
  /** 8 digits. */
  payer: string;
  /** As the payer registered, and what he wrote into the payment: both are the payer's own words. */
  payer_name: string;
  motif: string | null;
  operator_transaction_id: string;
  balance_xaf: number;
  at_ms: number;
};

/** What else happens to the balance of a SIM, or undoes a credit. */
export type Movement = {
  kind: 'sweep' | 'cash_in' | 'airtime' | 'reversal';
  operator: Operator;
  amount_xaf: number;
  fee_xaf: number;
  is_fee_hidden: boolean;
  /** Whose phone gets what is sent; left out: our own wallet. */
  to?: string;
  /** Of the payment undone. */
  undone_transaction_id: string | null;
  operator_transaction_id: string;
  balance_xaf: number;
};

/** How each operator signs its messages. */
export const SENDERS: Readonly<Record<Operator, string>> = { AIRTEL: 'AirtelMoney', MOOV: 'MoovMoney' };
/** How AIRTEL signs where it has changed its name. */
export const NEW_SENDER = 'Airtel-TD';

const NDJAMENA_MS = 3_600_000;

function localParts(at_ms: number) {
  const iso = new Date(at_ms + NDJAMENA_MS).toISOString();
  return {
    yy: iso.slice(2, 4),
    mm: iso.slice(5, 7),
    dd: iso.slice(8, 10),
    hour: iso.slice(11, 13),
    minute: iso.slice(14, 16),
  };
}

/** `MP261121.0930.A123456`: the operator's own time to the minute, then a serial. `CI` is a cash-in. */
export function airtelId(at_ms: number, serial: number, kind: 'MP' | 'CI' | 'PP' | 'RV' = 'MP'): string {
  const { yy, mm, dd, hour, minute } = localParts(at_ms);
  return `${kind}${yy}${mm}${dd}.${hour}${minute}.A${String(serial % 100_000_000).padStart(5, '0')}`;
}

/** 12 digits that say nothing. */
export const moovId = (serial: number): string => String(100_000_000_000 + serial);

const spaced = (amount_xaf: number): string => String(amount_xaf).replace(/\B(?=(\d{3})+$)/g, ' ');

/** The text as the networks of these operators print it: A1 with a motif and A3 without, M1. */
export function creditText(arrival: Arrival): string {
  const { amount_xaf, payer, payer_name, motif, operator_transaction_id: id, balance_xaf } = arrival;
  if (arrival.operator === 'AIRTEL') {
    return motif === null
      ? `Trans.ID : ${id}. Vous avez recu ${amount_xaf} FCFA du ${payer}. Votre solde disponible est ${balance_xaf} FCFA.`
      : `Ref:${id} Vous avez recu ${amount_xaf}.00 CFA du ${payer} .Reference: ${motif}. Solde: ${balance_xaf}.00 CFA.`;
  }
  const { yy, mm, dd, hour, minute } = localParts(arrival.at_ms);
  const words = motif === null ? '' : ` Motif: ${motif}.`;
  return (
    `Vous avez recu ${spaced(amount_xaf)} FCFA de 235${payer} - ${payer_name}, le ${dd}/${mm}/${yy} a ${hour}:${minute}.${words} ` +
    `Nouveau solde: ${spaced(balance_xaf)} FCFA.Ref: ${id}.`
  );
}

/** The same news in words of tomorrow's network. */
export function rewordedText({
  amount_xaf,
  payer,
  operator_transaction_id: id,
  balance_xaf,
}: Arrival): string {
  return `Bonne nouvelle ! ${amount_xaf} FCFA viennent d'arriver (${payer}). Total ${balance_xaf}. No ${id}`;
}

/** Where what is swept goes. */
const OWN_WALLET = '66000001';

/** Both operators' texts of everything that isn't a payment. */
export function movementText(movement: Movement): string {
  const { amount_xaf, fee_xaf, balance_xaf, operator_transaction_id: id } = movement;
  const fee = movement.is_fee_hidden ? '' : ` Frais: ${fee_xaf} FCFA.`;
  switch (movement.kind) {
    case 'sweep':
      return `Trans.ID: ${id}. Vous avez envoye ${amount_xaf} FCFA au ${movement.to ?? OWN_WALLET}.${fee} Votre solde disponible est ${balance_xaf} FCFA.`;
    case 'airtime':
      return `Vous avez recu ${amount_xaf} FCFA de credit d'appel. Ref: ${id}. Solde: ${balance_xaf} FCFA.`;
    case 'reversal':
      return `Le transfert ${movement.undone_transaction_id} de ${amount_xaf} FCFA a ete annule. Solde: ${balance_xaf} FCFA.`;
    case 'cash_in':
      return movement.operator === 'AIRTEL'
        ? `Depot de ${amount_xaf} FCFA effectue par l'agent KOSSI (66112233). Trans.ID: ${id}. Solde: ${balance_xaf} FCFA.`
        : `Depot d'argent reussi aupres de: KOSSI\nCode agent: 1101381\nMontant: ${spaced(amount_xaf)},00 FCFA\nTID: ${id}\nSolde: ${spaced(balance_xaf)},00 FCFA`;
  }
}
