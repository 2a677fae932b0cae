import type { PoolClient } from 'pg';
import { type LinkRefusal, type LinkUse, linkRefusal } from '../../domain/link/link.ts';
import type { CreateSession } from '../../domain/session/commands.ts';
import { loadLinksToPay, lockLimitedLinks } from '../../store/links.ts';

/**
 * Why links refuse the sessions that are asked for by them; null for a session that its link takes, or that comes by none.
 * Links with limits are locked, in order of id, until the transaction ends and before it waits for anything else: so nobody
 * changes what is counted, and each session of this batch counts for those behind it. A session that then gets no number
 * has counted in this batch alone: whoever asks next finds its place free.
 */
export async function refusalsByLinks(
  client: PoolClient,
  commands: readonly CreateSession[],
  now: Date,
): Promise<(LinkRefusal | null)[]> {
  const asking = commands.map(({ by_link }) => by_link?.link_id ?? null);
  const ids = [...new Set(asking.filter((id) => id !== null))];
  if (ids.length === 0) return commands.map(() => null);
  // Issued together, and run one after the other: the second sees what others did before the locks were ours.
  const [, links] = await Promise.all([lockLimitedLinks(client, ids), loadLinksToPay(client, ids)]);
  const byId = new Map(links.map((link) => [link.id, { link, use: useOf(link) }]));
  return commands.map(({ amount_xaf, merchant_id, environment }, i) => {
    const id = asking[i] ?? null;
    if (id === null) return null;
    const found = byId.get(id);
    if (found?.link.merchant_id !== merchant_id || found.link.environment !== environment) return 'closed';
    const refusal = linkRefusal(found.link, found.use, now, amount_xaf);
    if (refusal === null) {
      found.use.held_count += 1;
      found.use.held_xaf += amount_xaf;
    }
    return refusal;
  });
}

function useOf({ paid_count, paid_xaf, held_count, held_xaf }: LinkUse): LinkUse {
  return { paid_count, paid_xaf, held_count, held_xaf };
}
