import { TEMPLATES } from '../../sms/templates/all.ts';
import type { Template } from '../../sms/templates/template.ts';
import type { Database } from '../../store/statement.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';
import { readTemplates } from './read.ts';

const templatesOf = perOwner((_services: Services) =>
  freshly<'templates', readonly Template[]>(
    (name) => name,
    async (_names, database) => [await readTemplates(database)],
  ),
);

/**
 * All templates, those that ship before those that staff have taught, at most a second old.
 * @param database the connection of a transaction, inside one
 */
export async function loadTemplates(
  services: Services,
  database: Database = services.pool,
): Promise<readonly Template[]> {
  const found = await templatesOf(services).get(['templates'], services.now(), database);
  return found.get('templates') ?? TEMPLATES;
}
