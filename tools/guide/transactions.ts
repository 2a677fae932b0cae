import {
  CreateTransaction,
  ListTransactionsQuery,
  RULE,
  TRANSACTION_OUTCOMES,
  TRANSACTION_STATUS_MEANINGS,
} from '../../packages/contract/src/index.ts';
import { errorTable, type Tables, table } from './table.ts';

/** What the tables read of a schema's member. */
type Member = { description?: string; default?: unknown; [RULE]?: string };

/** Filters that a transaction must equal: what the member is says less than what it does. */
const EXACT: ReadonlySet<string> = new Set(['status', 'operator']);

/** The tables of docs/transactions.md. */
export function transactionTables(): Tables {
  const required: readonly string[] = CreateTransaction.required;
  return {
    fields: table(
      ['field', 'what it is', 'rule'],
      membersOf(CreateTransaction).map(([name, member]) => [
        `\`${name}\``,
        `${required.includes(name) ? '' : 'Optional. '}${member.description ?? ''}`,
        member[RULE] ?? '',
      ]),
    ),
    parameters: table(
      ['parameter', 'default', 'what it does', 'rule'],
      membersOf(ListTransactionsQuery).map(([name, member]) => [
        `\`${name}\``,
        member.default === undefined ? 'all' : String(member.default),
        EXACT.has(name) ? `Only those of this ${name}.` : (member.description ?? ''),
        member[RULE] ?? '',
      ]),
    ),
    statuses: table(
      ['status', 'meaning', 'event'],
      Object.entries(TRANSACTION_STATUS_MEANINGS).map(([status, meaning]) => [
        `\`${status}\``,
        meaning,
        eventOf(status),
      ]),
    ),
    errors: errorTable(['Transactions']),
  };
}

function membersOf({ properties }: { properties: object }): [string, Member][] {
  return Object.entries(properties) as [string, Member][];
}

function eventOf(status: string): string {
  const found = Object.entries(TRANSACTION_OUTCOMES).find(([, outcome]) => outcome.status === status);
  return found === undefined ? '' : `\`${found[0]}\``;
}
