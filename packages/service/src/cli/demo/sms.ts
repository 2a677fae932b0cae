/** Chad keeps UTC+1 all year; times in operators' ids are local, to the minute. */
const LOCAL_OFFSET_MS = 3_600_000;

/** What the operator's SMS tells. `payer` as it prints it. */
export type Told = { amount_xaf: number; payer: string; at: Date; serial: number };

/** An Airtel Money credit notice, worded as those captured on sister networks. */
export function airtelSms(told: Told): string {
  const local = new Date(told.at.getTime() + LOCAL_OFFSET_MS).toISOString();
  const day = local.slice(2, 10).replaceAll('-', '');
  const minute = local.slice(11, 16).replace(':', '');
  const id = `MP${day}.${minute}.B${told.serial}`;
  const balance_xaf = 1_210_082 + told.amount_xaf;
  return `Ref:${id} Vous avez recu ${told.amount_xaf}.00 CFA du ${told.payer} .Reference: NA. Solde: ${balance_xaf}.75 CFA.`;
}
