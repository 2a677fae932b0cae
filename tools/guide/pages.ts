import { magicPayersTable } from '../../packages/service/src/domain/rail/magic.ts';
import type { Tables } from './table.ts';
import { transactionTables } from './transactions.ts';
import { webhookTables } from './webhooks.ts';

const page = (name: string): URL => new URL(`../../docs/${name}`, import.meta.url);

/** The pages of docs with tables that the code makes. */
export const PAGES: readonly { name: string; url: URL; tables: () => Tables }[] = [
  { name: 'docs/webhooks.md', url: page('webhooks.md'), tables: webhookTables },
  { name: 'docs/transactions.md', url: page('transactions.md'), tables: transactionTables },
  {
    name: 'docs/sandbox-transactions.md',
    url: page('sandbox-transactions.md'),
    tables: () => ({ payers: magicPayersTable() }),
  },
];
