import { chooseAmount, chooseBalance, chooseId, chooseTime, type Fields } from './extract.ts';
import { isCashInId } from './fields/transaction-id.ts';
import { looseSums } from './near.ts';
import type { Match } from './pattern.ts';
import type { Doubt, Notice, Reading } from './reading.ts';
import { templateKey } from './templates/all.ts';
import type { MoneyTemplate, OtherTemplate, Template } from './templates/template.ts';
import type { Lexed } from './tokens.ts';

/** A template and the places where its wording stands. */
export interface Found<T extends Template> {
  readonly template: T;
  readonly matches: readonly Match[];
}

/** The reading of money received; UNKNOWN where its sum or all that ties it to a payment is missing. */
export function readMoney(
  notice: Notice,
  lexed: Lexed,
  fields: Fields,
  credit: Found<MoneyTemplate>,
  trusted_sender: boolean,
): Reading {
  const { template, matches } = credit;
  const sums = matches.flatMap((match) => match.amount ?? []);
  const chosen = chooseAmount([...sums, ...fields.sums]);
  if (chosen.amount === 'none') return unknown(trusted_sender, ['bare_head'], template);
  if (chosen.amount === null) return unknown(trusted_sender, ['unreadable_amount'], template);
  const common = commonFields(notice, fields, template);
  const payer = matches[0]?.payer?.payer;
  if (
    common.operator_transaction_id === undefined &&
    common.balance_xaf === undefined &&
    payer === undefined
  ) {
    return unknown(trusted_sender, ['bare_head'], template);
  }
  const isCashIn = template.kind === 'CASH_IN' || isCashInId(common.operator_transaction_id ?? '');
  const doubts = [
    ...(chosen.doubt === null ? [] : [chosen.doubt]),
    ...(chosen.amount.exact ? [] : (['fraction'] as const)),
    ...(lexed.hidden ? (['hidden_characters'] as const) : []),
    ...(lexed.mixedScripts ? (['mixed_scripts'] as const) : []),
    ...common.doubts,
  ];
  return {
    ...common,
    kind: isCashIn ? 'CASH_IN' : 'CREDIT',
    trusted_sender,
    amount_xaf: chosen.amount.amount_xaf,
    ...(payer === undefined ? {} : { payer }),
    payer_is_agent: isCashIn,
    doubts,
  };
}

/** The reading of a notice that is no evidence of money received. */
export function readOther(
  notice: Notice,
  lexed: Lexed,
  fields: Fields,
  other: Found<OtherTemplate>,
  trusted_sender: boolean,
): Reading {
  const { template, matches } = other;
  const common = commonFields(notice, fields, template);
  const moves = template.kind === 'REVERSAL' || template.kind === 'DEBIT' || template.kind === 'AIRTIME';
  const amount_xaf = moves ? otherAmount(lexed, fields, matches) : undefined;
  const doubts = common.doubts.filter((doubt) => doubt !== 'no_transaction_id' || moves);
  const reading: Reading = {
    ...common,
    kind: template.kind,
    trusted_sender,
    ...(amount_xaf === undefined ? {} : { amount_xaf }),
    payer_is_agent: false,
    doubts,
  };
  return template.kind === 'REVERSAL' ? withReversed(reading, fields, matches) : reading;
}

/** The transaction undone is the one named last before `a ete annule`, else the only one; the other id is the notice's own. */
function withReversed(reading: Reading, fields: Fields, matches: readonly Match[]): Reading {
  const head = matches[0];
  const before = fields.ids.filter((id) => id.start < (head?.start ?? 0));
  const undone = before.at(-1) ?? fields.ids[0];
  if (undone === undefined) return reading;
  const own = fields.ids.find((id) => id.id !== undone.id);
  const { operator_transaction_id: _id, occurred_at: _at, ...rest } = reading;
  const time = own === undefined ? { at: fields.times[0] ?? null } : chooseTime(own.id, fields.times);
  return {
    ...rest,
    reversed_transaction_id: undone.id,
    ...(own === undefined ? {} : { operator_transaction_id: own.id }),
    ...(time.at === null ? {} : { occurred_at: time.at }),
    doubts: reading.doubts.filter((doubt) => doubt !== 'two_transaction_ids'),
  };
}

function otherAmount(lexed: Lexed, fields: Fields, matches: readonly Match[]): number | undefined {
  const sums = [...matches.flatMap((match) => match.amount ?? []), ...fields.sums];
  const read = sums[0] ?? looseSums(lexed, fields)[0];
  return read?.amount?.amount_xaf;
}

function commonFields(notice: Notice, fields: Fields, template: Template) {
  const id = chooseId(fields);
  const time = chooseTime(id.id, fields.times);
  const balance = chooseBalance(fields);
  const confirmed = notice.confirmed_templates?.includes(templateKey(template)) ?? false;
  const status = confirmed ? 'confirmed' : template.status;
  const doubts: Doubt[] = [];
  for (const doubt of [id.doubt, time.doubt, balance.doubt]) if (doubt !== null) doubts.push(doubt);
  if (status === 'unconfirmed') doubts.push('unconfirmed_template');
  const motif = fields.motif?.motif ?? null;
  return {
    template_id: template.id,
    template_version: template.version,
    template_status: status,
    ...(id.id === null ? {} : { operator_transaction_id: id.id }),
    ...(balance.balance_xaf === null ? {} : { balance_xaf: balance.balance_xaf }),
    ...(motif === null ? {} : { motif }),
    ...(time.at === null ? {} : { occurred_at: time.at }),
    occurred_precision: 'minute' as const,
    doubts,
  };
}

/** A text that is kept, listed and proves nothing. */
export function unknown(
  trusted_sender: boolean,
  doubts: readonly Doubt[],
  near: MoneyTemplate | null,
): Reading {
  return {
    kind: 'UNKNOWN',
    template_id: null,
    template_version: null,
    template_status: null,
    trusted_sender,
    payer_is_agent: false,
    occurred_precision: 'minute',
    doubts,
    ...(near === null ? {} : { near_template: near.id }),
  };
}
