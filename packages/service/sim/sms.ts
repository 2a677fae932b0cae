import type { Operator } from '../src/domain/session/session.ts';

/** What an operator knows of one arrival of money. */
export type Arrival = {
  operator: Operator;
  amount_xaf: number;
  /** 8 digits. */
  payer: string;
  operator_transaction_id: string;
  balance_xaf: number;
  at_ms: number;
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

/** `MP261121.0930.A123456`: the operator's own time to the minute, then a serial. */
export function airtelId(at_ms: number, serial: number): string {
  const { yy, mm, dd, hour, minute } = localParts(at_ms);
  return `MP${yy}${mm}${dd}.${hour}${minute}.A${String(serial % 100_000_000).padStart(5, '0')}`;
}

/** 12 digits that say nothing. */
export const moovId = (serial: number): string => String(100_000_000_000 + serial);

const spaced = (amount_xaf: number): string => String(amount_xaf).replace(/\B(?=(\d{3})+$)/g, ' ');

/** The text as the networks of these operators print it (shared facts, section 2: A1, A3, M1). */
export function creditText(arrival: Arrival): string {
  const { amount_xaf, payer, operator_transaction_id: id, balance_xaf } = arrival;
  if (arrival.operator === 'AIRTEL') {
    return `Trans.ID : ${id}. Vous avez recu ${amount_xaf} FCFA du ${payer}. Votre solde disponible est ${balance_xaf} FCFA.`;
  }
  const { yy, mm, dd, hour, minute } = localParts(arrival.at_ms);
  return (
    `Vous avez recu ${spaced(amount_xaf)} FCFA de 235${payer} - CLIENT, le ${dd}/${mm}/${yy} a ${hour}:${minute}. ` +
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
