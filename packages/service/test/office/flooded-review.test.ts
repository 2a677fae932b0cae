import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../src/domain/account/person.ts';
import { showReviewCase } from '../../src/engine/desk/case.ts';
import { Site, textOf } from '../account/site.ts';
import { chari } from '../cli/run.ts';
import { servicesOf, sessionOf } from '../evidence/desk.ts';
import { lines, perform, type Stage, scene } from '../evidence/play.ts';

/** A rival tells of a price so often, each time before a balance that the SIM never had. */
const forged = (count: number, price_xaf: number): string =>
  lines(count, (n) => `sms f${n} forged ${price_xaf} balance ${912_300 + 1000 * n}`);

async function saidInTerminal({ world }: Stage, session_id: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chari-review-'));
  const env = { DATABASE_URL: world.service.db.url, CHARI_DATA_DIR: folder };
  const { stdout } = await chari(['review', 'show', session_id], { env });
  await rm(folder, { recursive: true });
  return stdout;
}

test('However many messages a rival forges for a session, the one that goes on from the book is shown first', () =>
  scene(async (stage) => {
    const { world } = stage;
    await perform(
      stage,
      `session big 250000
      wait 5s
      ${forged(25, 250_000)}
      wait 5s
      paid big`,
    );
    const { id } = sessionOf(stage, 'big');
    const found = await showReviewCase(servicesOf(stage), id);
    const own = stage.messages.get("big's")?.sms.id ?? '';
    expect(found?.review.possible[0]?.body).toContain(own);
    expect(found?.messages[0]?.body).toContain(own);
    expect(found?.review.possible).toHaveLength(20);
    const told = await saidInTerminal(stage, id);
    expect(told).toContain(own);
    expect(told).toContain('More messages than these may be its payment');
    const site = new Site({
      services: servicesOf(stage),
      db: world.service.db,
      get now() {
        return world.now;
      },
      merchant: async () => sessionOf(stage, 'big').merchant.id,
      close: async () => undefined,
    });
    const person = await site.staff('supervisor');
    for (const language of LANGUAGES) {
      const page = textOf((await person.get(`/office/cases/review/${id}?lang=${language}`)).body);
      expect(page).toContain(own);
      expect(page).toContain(MORE[language]);
    }
    await site.server.close();
  }));

const MORE: Record<(typeof LANGUAGES)[number], string> = {
  en: 'More messages tell of this sum',
  fr: 'D’autres messages annoncent cette somme',
  ar: 'توجد رسائل أخرى بهذا المبلغ',
};

test('A message whose place another has taken is shown before those that lead nowhere, and nobody is told of more where there are none', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session a 5000
      wait 5s
      ${forged(3, 5000)}
      sms taken forged -700 off +0
      paid a
      wait 5min`,
    );
    const { id } = sessionOf(stage, 'a');
    const review = (await showReviewCase(servicesOf(stage), id))?.review;
    expect(review?.possible[0]?.body).toContain(stage.messages.get("a's")?.sms.id);
    expect(review?.possible).toHaveLength(4);
    expect(await saidInTerminal(stage, id)).not.toContain('More messages than these');
  }));
