import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { creditsOf, explainAll } from './desk.ts';
import { lines, perform, type Stage, scene, statusOf } from './play.ts';
import { newWords, readSuspenseAgain, teach } from './taught.ts';

/** So many payments that their sessions have room on one number. */
const PAYMENTS = 20;
const SCENES = process.env.CHARI_SOAK === '1' ? 20 : 3;
const sumOf = (n: number): number => 1000 + n * 115;
const nameOf = (n: number): string => (n === 0 ? 'm' : `m${n}`);

/** They come in words that nobody knows; two people confirm those once the SIM has been read. */
async function pay(stage: Stage): Promise<void> {
  await perform(
    stage,
    lines(
      PAYMENTS,
      (n) =>
        `session a${n} ${sumOf(n)} payer 66123456\nwait 20s\nsms ${nameOf(n)} moved ${sumOf(n)} ${newWords(sumOf(n))}`,
    ),
  );
  await perform(stage, 'wait 2min\nanchor');
  await teach(stage);
}

/** The operator takes a payment back. */
const takenBack = (n: number, id: string): string =>
  `sms r${n} moved -${sumOf(n)} "Le transfert ${id} de ${sumOf(n)} FCFA recu de 66123456 a ete annule. Solde: BALANCE FCFA."`;

/** Two people have each payment read again while it is taken back; what became of the sessions. */
async function race(stage: Stage): Promise<string[]> {
  await pay(stage);
  const credits = await creditsOf(stage);
  expect(credits.map(({ state }) => state)).toEqual(Array(PAYMENTS).fill('SUSPENSE'));
  const ends: string[] = [];
  for (const [n, { id }] of credits.entries()) {
    const told = stage.messages.get(nameOf(n))?.sms.id ?? '';
    const by = async (actor: string) => {
      await setTimeout(Math.random() * 30);
      return readSuspenseAgain(stage, actor);
    };
    const takeBack = () => perform(stage, takenBack(n, told));
    // Once one way and once the other, so that both are seen on any machine; then all at once.
    if (n === 0) await takeBack();
    await Promise.all(n < 2 ? [by('Awa'), by('Brahim')] : [by('Awa'), takeBack(), by('Brahim')]);
    if (n === 1) await takeBack();
    const { state } = (await creditsOf(stage))[n] ?? {};
    ends.push(`${await statusOf(stage, `a${n}`)} ${state}`);
    const alerts = await stage.world.service.rows(
      "select from staff_alerts where kind = 'reversal' and subject = $1",
      [id],
    );
    expect(alerts).toHaveLength(1);
    await explainAll(stage, ['REVERSAL'], 'write_off');
  }
  return ends;
}

test(`Two people have money read again while the operator takes it back, ${SCENES * PAYMENTS} times: it pays once or not at all, and staff are told`, async () => {
  const ends = new Set<string>();
  for (let n = 0; n < SCENES; n += 1)
    await scene(async (stage) => {
      for (const end of await race(stage)) ends.add(end);
    });
  expect([...ends].toSorted()).toEqual(['AWAITING_PAYMENT SUSPENSE', 'SUCCESS MATCHED']);
});
