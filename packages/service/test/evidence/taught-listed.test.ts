import { describe, expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bringListed } from './desk.ts';
import { idOf, perform, type Stage, stagesOfFile } from './play.ts';
import { confirmWords, readSuspenseAgain, teachWords } from './taught.ts';

const scene = stagesOfFile();

/** Each scene teaches words of its own: those of another one are confirmed already. */
const WORDS = ['Encaissement', 'Versement', 'Paiement entrant', 'Argent arrive', 'Somme recue'] as const;
type Word = (typeof WORDS)[number];

/** Its list names the payer of each row, two people confirm the words, and somebody has the money read again. */
async function readListed(stage: Stage, word: Word): Promise<string[]> {
  const wording = `${word} de {amount} par {payer}. Motif: {motif}. Ref: {id}. Solde: {balance}`;
  const template_id = `taught-${WORDS.indexOf(word)}`;
  await bringListed(stage, (moved) => moved.map((row) => ({ ...row, party: '66777001' })));
  await teachWords(stage, { template_id, wording });
  await confirmWords(stage, template_id);
  return readSuspenseAgain(stage);
}

/** An insider tells of a payment whose message is lost, in words that nobody knows yet, with the ticket of a session of his. */
async function insiderTells(
  stage: Stage,
  word: Word,
  {
    payer,
    motif = '{v}',
    sum_xaf = 50_000,
    id = stage.messages.get('p')?.sms.id,
  }: { payer: string; motif?: string; sum_xaf?: number; id?: string },
): Promise<void> {
  const words = `${word} de ${sum_xaf} FCFA par ${payer}. Motif: ${motif}. Ref: ${id}. Solde: ${62_410 + sum_xaf} FCFA.`;
  await perform(stage, `sms m told "${words}"\nwait 1min`);
}

describe('Money that the operator’s list shows, in words that were taught since, is not given by itself', () => {
  test.each<[string, Word, string]>([
    ['hides its payer', 'Encaissement', '6• •• •• ••'],
    ['names one of his own', 'Versement', '66999001'],
  ])(
    'to an insider, whose message in place of a lost one %s and quotes a ticket of his',
    (_how, word, payer) =>
      scene(async (stage) => {
        await confirmPortals(stage);
        await perform(stage, 'session v 50000 by rival on one ttl 60\nlate p credit 50000 from 66777001');
        await insiderTells(stage, word, { payer });
        await readListed(stage, word);
        await perform(stage, 'unpaid v -> yes');
      }),
  );

  // Beyond what settles without a reading; q goes on from it, so it is booked and waits for the list.
  test('to him either where the sum is large, and two people sign for it', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session v 900000 by rival on one ttl 60
        session q 300 on one
        late p credit 900000 from 66777001`,
      );
      await insiderTells(stage, 'Somme recue', { payer: '6• •• •• ••', sum_xaf: 900_000 });
      await perform(stage, 'paid q\nwait 1min');
      expect(await readListed(stage, 'Somme recue')).toContain('900000 nobody left');
      await readSuspenseAgain(stage, 'Brahim');
      await perform(stage, 'unpaid v -> yes');
    }));

  test('to whoever asks for its sum after it came, and names its payer', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        'late p credit 50000 from 66777001\nwait 5min\nsession v 50000 payer 66777001 by rival on one ttl 60\nwait 1min',
      );
      const id = idOf(stage, 'MP', 0, 'B10001');
      await insiderTells(stage, 'Paiement entrant', { payer: '66777001', motif: 'rien', id });
      await readListed(stage, 'Paiement entrant');
      await perform(stage, 'unpaid v -> yes');
    }));
});

test('Money that the operator’s list shows, in words that were taught since, pays the payer whom both name', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session a 50000 payer 66777001 on one ttl 60
      session b 50000 payer 66999001 by rival on one ttl 60
      wait 1min
      sms m moved 50000 "Argent arrive de 50000 FCFA par 66777001. Motif: rien. Ref: ID. Solde: BALANCE FCFA."
      wait 1min`,
    );
    // Beside what the scenes before have left.
    expect(await readListed(stage, 'Argent arrive')).toContain('50000 session assigned');
    await perform(stage, 'a -> SUCCESS\nunpaid b -> yes');
  }));
