import { ribOf } from './account.ts';
import { bankId, bankText } from './bank-text.ts';
import { type OrderField, type OrderPlace, UnfitOrder } from './unfit.ts';

/** Who pays or is paid, as the bank knows them. */
export interface BankParty {
  /** The holder's name, in any letters of Latin. */
  readonly holder: string;
  /** The account's 23 digits (RIB), or as an IBAN. */
  readonly account: string;
  /** The bank's SWIFT code, 8 or 11 letters; null where only the account is known. */
  readonly bic: string | null;
  readonly town?: string;
}

export interface BankTransfer {
  /** Comes back on the statement of the bank. */
  readonly end_to_end_id: string;
  readonly amount_xaf: number;
  readonly creditor: BankParty;
  /** What the creditor reads on their statement. */
  readonly remittance: string;
}

/** One order to one bank: from one account to others, on one day. */
export interface BankOrder {
  readonly message_id: string;
  readonly created_at: Date;
  /** `2026-11-23` */
  readonly execution_day: string;
  readonly debtor: BankParty;
  readonly transfers: readonly BankTransfer[];
}

/**
 * The order as `pain.001.001.09`, the version of ISO 20022 that the CEMAC adopted (docs/decisions/bank-files.md). Texts
 * are brought into the letters that banks carry; ids are never changed but for `_`, which becomes `-`.
 *
 * @throws UnfitOrder when a bank would refuse it, with a sentence that says which field and what to do
 */
export function writePain001(order: BankOrder): string {
  checkOrder(order);
  const { transfers, debtor } = order;
  const id = bankId(order.message_id, ofOrder('message_id'));
  const sum_xaf = transfers.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0);
  const totals = element('NbOfTxs', transfers.length) + element('CtrlSum', sum_xaf);
  const header = group('GrpHdr', [
    element('MsgId', id),
    element('CreDtTm', ndjamenaTime(order.created_at)),
    totals,
    // The company orders, not the person at the desk: the bank has a mandate with the company, and knows it by the name of its account.
    group('InitgPty', [element('Nm', bankText(debtor.holder, ofOrder('paying_holder'), 140))]),
  ]);
  const payment = group('PmtInf', [
    element('PmtInfId', id),
    element('PmtMtd', 'TRF'),
    totals,
    group('ReqdExctnDt', [element('Dt', order.execution_day)]),
    party('Dbtr', debtor, ofOrder('paying_holder')),
    account('DbtrAcct', debtor, ofOrder('paying_account')),
    agent('DbtrAgt', debtor, ofOrder('paying_account')),
    element('ChrgBr', 'SHAR'),
    ...transfers.map(transferXml),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${group('CstmrCdtTrfInitn', [header, payment])}</Document>\n`;
}

const ofOrder = (field: OrderField): OrderPlace => ({ field, transfer: null });

function transferXml({ end_to_end_id, amount_xaf, creditor, remittance }: BankTransfer): string {
  const of = (field: OrderField): OrderPlace => ({ field, transfer: end_to_end_id });
  return group('CdtTrfTxInf', [
    group('PmtId', [element('EndToEndId', bankId(end_to_end_id, ofOrder('transfer_id')))]),
    group('Amt', [`<InstdAmt Ccy="XAF">${amount_xaf}</InstdAmt>`]),
    agent('CdtrAgt', creditor, of('account')),
    party('Cdtr', creditor, of('holder')),
    account('CdtrAcct', creditor, of('account')),
    group('RmtInf', [element('Ustrd', bankText(remittance, of('remittance'), 140))]),
  ]);
}

function party(name: string, { holder, town }: BankParty, place: OrderPlace): string {
  const address =
    town === undefined
      ? ''
      : group('PstlAdr', [
          element('TwnNm', bankText(town, { ...place, field: 'town' }, 35)),
          element('Ctry', 'TD'),
        ]);
  return group(name, [element('Nm', bankText(holder, place, 140)), address]);
}

function account(name: string, { account: number }: BankParty, place: OrderPlace): string {
  const id = group('Id', [group('Othr', [element('Id', ribOf(number, place).digits)])]);
  return group(name, [id, element('Ccy', 'XAF')]);
}

function agent(name: string, { account: number, bic }: BankParty, place: OrderPlace): string {
  if (bic !== null && !/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)) {
    throw new UnfitOrder('bic', place, bic);
  }
  const by_account = group('ClrSysMmbId', [element('MmbId', ribOf(number, place).bank)]);
  return group(name, [group('FinInstnId', [bic === null ? by_account : element('BICFI', bic)])]);
}

function checkOrder({ transfers, execution_day }: BankOrder): void {
  if (transfers.length === 0) throw new UnfitOrder('empty', ofOrder('transfers'));
  if (!/^\d{4}-\d{2}-\d{2}$/.test(execution_day)) {
    throw new UnfitOrder('day', ofOrder('execution_day'), execution_day);
  }
  const ids = new Set<string>();
  for (const { end_to_end_id, amount_xaf } of transfers) {
    if (!Number.isSafeInteger(amount_xaf) || amount_xaf <= 0) {
      throw new UnfitOrder('amount', { field: 'amount', transfer: end_to_end_id }, String(amount_xaf));
    }
    if (ids.has(end_to_end_id)) throw new UnfitOrder('same_id', ofOrder('transfer_id'), end_to_end_id);
    ids.add(end_to_end_id);
  }
}

/** `2026-11-21T10:30:00+01:00`: banks want the offset said. */
function ndjamenaTime(moment: Date): string {
  return `${new Date(moment.getTime() + 3_600_000).toISOString().slice(0, 19)}+01:00`;
}

/** Texts come from `bankText` and `bankId`, which leave nothing that XML would take for a mark. */
function element(name: string, text: string | number): string {
  return `<${name}>${text}</${name}>`;
}

function group(name: string, parts: readonly string[]): string {
  return `<${name}>${parts.join('')}</${name}>`;
}
