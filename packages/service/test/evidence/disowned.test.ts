import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Site, textOf } from '../account/site.ts';
import { chari } from '../cli/run.ts';
import { perform, type Stage, scene } from './play.ts';

/** Two forged messages lead past payments, and a reading finds it. */
const CONTESTED = `session h 20000
  paid h
  session i 21000
  paid i
  h -> SUCCESS
  sms f forged 10000 off -41000
  sms g forged 11000 off -11000
  wait 3min
  anchor
  wait 31s
  incidents -> contested`;

const noticeOf = async ({ world, messages }: Stage, name: string): Promise<string> => {
  const [row] = await world.service.rows<{ id: string }>('select id from notices where body = $1', [
    messages.get(name)?.sms.text,
  ]);
  return row?.id ?? '';
};

test('Two accounts disown on the page of a number what the operator’s list does not show', () =>
  scene(async (stage) => {
    await perform(stage, CONTESTED);
    const { service, now, sims } = stage.world;
    const site = new Site({
      ...{ services: service.first.services, db: service.db, now },
      merchant: async () => (await service.merchant()).id,
      // The scene closes its own world.
      close: async () => {},
    });
    const path = `/office/numbers/${sims.get('one')?.id}`;
    const [one, other] = [await site.staff('agent'), await site.staff('agent')];
    const page = await one.get(path);
    expect(textOf(page.body)).toContain('Contested by messages');
    const messages = [await noticeOf(stage, 'f'), await noticeOf(stage, 'g')];
    for (const id of messages) expect(page.body).toContain(`name="message" value="${id}"`);

    const said = async (by: typeof one, message: string[]) =>
      textOf((await by.submit(`${path}/disown`, { message, note: 'not on the list' })).body);
    expect(await said(one, [])).toContain('Tick');
    expect(await said(one, messages)).toContain('Another person must say');
    expect(await said(one, messages)).toContain('You proposed this yourself');
    await perform(stage, 'wait 31s\nincidents -> contested');
    expect(await said(other, messages)).toContain('it contests nothing, and nothing waits for it');
    await perform(stage, 'wait 31s\nincidents -> none');
    expect(await said(other, messages)).toContain('This message was disowned before.');
    expect((await other.get(path)).body).not.toContain('name="message"');

    const auditor = await site.staff('auditor');
    expect((await auditor.post(`${path}/disown`, { message: messages[0] ?? '' })).statusCode).toBe(403);
    await site.close();
  }));

test('Two people disown a message in the terminal by the number that the page of its SIM shows', () =>
  scene(async (stage) => {
    await perform(stage, CONTESTED);
    const folder = await mkdtemp(join(tmpdir(), 'chari-disown-'));
    const options = { env: { DATABASE_URL: stage.world.service.db.url, CHARI_DATA_DIR: folder } };
    const disown = async (actor: string, ids: string[]) => {
      const args = ['feeds', 'disown', ...ids, '--as', actor, '--note', 'not on the list'];
      return await chari(args, options);
    };
    const ids = [await noticeOf(stage, 'f'), await noticeOf(stage, 'g')];
    expect(
      (await chari(['feeds', 'show', stage.world.sims.get('one')?.sim.number ?? ''], options)).stdout,
    ).toContain(ids[0]);
    expect((await disown('Awa', ids)).stdout).toMatch(/another person has to say the same/);
    expect(await disown('Awa', ids)).toMatchObject({ exit_code: 1, stdout: '' });
    expect(await disown('Brahim', ids)).toMatchObject({ exit_code: 0, stderr: '' });
    await perform(stage, 'wait 31s\nincidents -> none');
    expect((await disown('Brahim', ['nothing'])).exit_code).toBe(1);
    await rm(folder, { recursive: true, force: true });
  }));
