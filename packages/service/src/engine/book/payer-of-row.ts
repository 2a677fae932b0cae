import { fullNumber, type PayerPrint, samePhone } from '../../domain/msisdn.ts';
import type { Reading } from '../../sms/reading.ts';
import { payerTold } from './credit-told.ts';
import type { ReadNotice } from './read.ts';
import { isWitness } from './witness.ts';

/**
 * What a message says, with what the rows of statements that tell the same say of the payer. Whoever forges in a payment's place can
 * leave its payer out, and quote a ticket of his own: no more than a row may it be believed of whose the money is.
 */
export function withPayersOfRows(reading: Reading, reads: readonly ReadNotice[]): Reading {
  return reads
    .filter(isWitness)
    .reduce(
      (told, { credit }) => withPayer(told, credit?.payer ?? null, credit?.may_be_payers ?? []),
      reading,
    );
}

function withPayer(reading: Reading, payer: PayerPrint | null, unclear: readonly PayerPrint[]): Reading {
  const print = payerTold(reading);
  const says = (one: PayerPrint) => samePhone(one, print) === 'same';
  if (print !== null && fullNumber(print) !== null) return reading;
  // Rows of agents' deposits name nobody (`isByAgent`), so this one contradicts the message.
  if (payer !== null && reading.payer_is_agent) return mayBeOf(reading, [payer]);
  if (payer === null) return unclear.length === 0 || unclear.some(says) ? reading : mayBeOf(reading, unclear);
  if (says(payer) && fullNumber(payer) === null) return reading;
  const { may_be_payers: _may_be, doubts, ...rest } = reading;
  return { ...rest, payer, doubts: doubts.filter((one) => one !== 'payer_unclear') };
}

const mayBeOf = (reading: Reading, payers: readonly PayerPrint[]): Reading => ({
  ...reading,
  may_be_payers: [...new Set([...(reading.may_be_payers ?? []), ...payers])],
  doubts: [...new Set([...reading.doubts, 'payer_unclear' as const])],
});
