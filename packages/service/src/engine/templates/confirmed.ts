import { templateKey } from '../../sms/templates/all.ts';
import { loadConfirmedTemplates } from '../../store/numbers/readiness.ts';
import { freshly, perOwner } from '../fresh.ts';
import type { Services } from '../services.ts';

const confirmedOf = perOwner((_services: Services) =>
  freshly<'confirmed', Set<string>>(
    (name) => name,
    async (_names, database) => {
      const rows = await loadConfirmedTemplates(database);
      return [
        new Set(rows.map((row) => templateKey({ id: row.template_id, version: row.template_version }))),
      ];
    },
  ),
);

/** Names of the template versions that staff have confirmed, as `id@version`, at most a second old. */
export async function confirmedTemplates(services: Services): Promise<Set<string>> {
  const found = await confirmedOf(services).get(['confirmed'], services.now(), services.pool);
  return found.get('confirmed') ?? new Set();
}
