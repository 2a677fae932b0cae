import type { ReadCredit } from '../../domain/credit.ts';
import { fullNumber, type PayerPrint, samePhone, shownByEither } from '../../domain/msisdn.ts';
import type { Reading } from '../../sms/reading.ts';
import { payerTold } from './credit-told.ts';
import type { ReadNotice } from './read.ts';
import { isWitness } from './witness.ts';

/**
 * What a message says, with what the rows of statements that tell the same say of the payer. Whoever forges in a payment's place can
 * leave its payer out: no more than a row may it be believed of whose the money is. Nor is a ticket believed that he
 * quotes (`tickets_in_doubt`).
 */
export function withPayersOfRows(reading: Reading, reads: readonly ReadNotice[]): Reading {
  return reads
    .filter(isWitness)
    .reduce((told, { credit }) => (credit === null ? told : withPayer(asMoney(told), credit)), reading);
}

/** What a row lists is no airtime, whatever its message says. */
const asMoney = (reading: Reading): Reading => ({
  ...reading,
  doubts: reading.doubts.filter((one) => one !== 'airtime_balance'),
});

function withPayer(reading: Reading, { payer, may_be_payers = [], doubts: of_row }: ReadCredit): Reading {
  const print = payerTold(reading);
  if (print !== null && fullNumber(print) !== null) return reading;
  // Alone it would pay nobody, and what a message shows beside hidden digits may be anybody's who forges.
  if (of_row.includes('payer_unclear')) return mayBeOf(reading, may_be_payers);
  if (payer === null) return reading;
  // Rows of agents' deposits name nobody (`isByAgent`), so this one contradicts the message.
  if (reading.payer_is_agent) return mayBeOf(reading, [payer]);
  // A mask may fit several payers, so it takes no doubt away.
  if (fullNumber(payer) === null && samePhone(payer, print) === 'same')
    return { ...reading, payer: shownByEither(payer, print) };
  const { may_be_payers: _may_be, doubts, ...rest } = reading;
  return { ...rest, payer, doubts: doubts.filter((one) => one !== 'payer_unclear') };
}

const mayBeOf = (reading: Reading, payers: readonly PayerPrint[]): Reading => ({
  ...reading,
  may_be_payers: [...new Set([...(reading.may_be_payers ?? []), ...payers])],
  doubts: [...new Set([...reading.doubts, 'payer_unclear' as const])],
});
