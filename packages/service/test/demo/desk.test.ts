import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playDesk } from '../../src/cli/serve/demo-desk.ts';
import { hasDemoPeople } from '../../src/engine/demo.ts';
import { listQueue } from '../../src/engine/desk/queue.ts';
import { watchFeeds } from '../../src/engine/feeds.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { listOfficeMerchants } from '../../src/engine/merchants.ts';
import { listNotices } from '../../src/engine/notices.ts';
import { openSite, type Site } from '../account/site.ts';
import { prove } from '../collection/proof.ts';

describe('The desk that npm start shows', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
    // The sweep of the process that starts may look at a number before its phone is set up, and not again for long.
    let is_played = false;
    const taken = async () =>
      (await site.world.rows(`select from feed_incidents where kind = 'silent'`)).length > 0;
    const watching = (async () => {
      while (!is_played && !(await taken())) await watchFeeds(site.services);
    })();
    await playDesk(site.services).finally(() => {
      is_played = true;
    });
    await watching;
  });
  afterAll(() => site.close());

  it('has live cases of each kind, for reasons that differ, the oldest first', async () => {
    const asked = { environment: 'live', kind: null, after: null, limit: 50 } as const;
    const { rows } = await listQueue(site.services, asked);
    expect(rows.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([
      'review: payer_mismatch',
      'review: amount_mismatch',
      'suspense: unmatched',
      'suspense: session_closed',
      'review: payer_mismatch',
      'proposal: review.confirm',
      'claims: unproven',
      'suspense: unread',
      'alert: wording',
      'incident: claim',
    ]);
    expect(rows.every(({ since }) => since <= site.world.now)).toBe(true);
  });

  it('has a text that nobody reads, and a profile that waits', async () => {
    expect(await listNotices(site.services, { unparsed: true, environment: 'live', limit: 5 })).toHaveLength(
      1,
    );
    const { waiting } = await listOfficeMerchants(site.services, { before: null, limit: 5 });
    expect(waiting.map(({ name }) => name)).toEqual(['Demo pharmacy']);
  });

  it('was played through the pipeline: its books are whole', async () => {
    expect(await checkLedger(site.services)).toMatchObject({ problems: [] });
    await prove(site.world);
  });

  it('leaves no number to which a new session could be told to pay', async () => {
    expect(
      await site.world.rows(`select distinct status from collection_numbers where environment = 'live'`),
    ).toEqual([{ status: 'PAUSED' }]);
  });

  it('is of a demo, which production refuses', async () => {
    expect(await hasDemoPeople(site.services)).toBe(true);
  });
});
