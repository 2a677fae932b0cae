import { expect, test } from 'vitest';
import { checkLive } from '../../src/cli/doctor/live.ts';
import { listTemplates } from '../../src/engine/templates/read.ts';
import { servicesOf } from './desk.ts';
import { firstSim, perform, type Stage, scene } from './play.ts';

/** Words that people had taught, and two had confirmed, while each wording of this form could still be taught. */
async function taughtBefore(stage: Stage, template_id: string, wording: string): Promise<void> {
  await stage.world.service.rows(
    `insert into sms_templates (template_id, version, operator, kind, wording, sample, created_at, created_by, note)
      values ($1, 1, 'AIRTEL', 'CREDIT', $2, 'as it came', $3, 'Awa', 'of before')`,
    [template_id, wording, servicesOf(stage).now()],
  );
  await stage.world.service.rows(
    `insert into template_confirmations (template_id, template_version, confirmed_at, confirmed_by) values ($1, 1, $2, 'Brahim')`,
    [template_id, servicesOf(stage).now()],
  );
  stage.world.service.clock.pass(5);
}

const MAY_WRITE = 'Encaissement de {amount} par {payer}, il vous reste {balance}. [{promo}]';

test('Words that were confirmed while advertising could stand behind what a payer writes are read on, without the advertising', () =>
  scene(async (stage) => {
    await taughtBefore(stage, 'taught-old', MAY_WRITE);
    await perform(
      stage,
      `wait 10min
      session a 5000 payer 66123456
      sms m moved 5000 "Encaissement de 5000 FCFA par 66123456, il vous reste BALANCE FCFA."
      wait 1min
      a -> SUCCESS
      session b 6000 payer 66123456
      sms n moved 6000 "Encaissement de 6000 FCFA par 66123456, il vous reste BALANCE FCFA. Gagnez des bonus!"
      wait 1min
      b -> AWAITING_PAYMENT`,
    );
  }));

test('Words that were confirmed with an id behind the label of a motif are read with the operator’s own', () =>
  scene(async (stage) => {
    const words = 'Encaissement de {amount} par {payer}. Reference: {id}. Reste: {balance}. Txn: {id}';
    await taughtBefore(stage, 'taught-id', words);
    await perform(
      stage,
      `wait 10min
      session a 5000 payer 66123456
      sms m moved 5000 "Encaissement de 5000 FCFA par 66123456. Reference: COMMANDE12. Reste: BALANCE FCFA. Txn: DH58HF9XG8"
      wait 1min
      a -> SUCCESS`,
    );
    const credits = await stage.world.service.rows(
      'select operator_transaction_id from credits where collection_number_id = $1',
      [firstSim(stage)],
    );
    expect(credits).toEqual([{ operator_transaction_id: 'DH58HF9XG8' }]);
    const [listed] = (await listTemplates(servicesOf(stage))).filter(({ shipped }) => !shipped);
    const wordings = [words.replace('Reference: {id}', 'Reference: {ref}')];
    expect(listed).toMatchObject({ wordings, is_narrowed: true, problem: null });
  }));

test('Confirmed words that can’t be read any more are listed as such, with the reason, and doctor asks to teach them anew', () =>
  scene(async (stage) => {
    const wording = MAY_WRITE.replace('[{promo}]', '{promo}');
    await taughtBefore(stage, 'taught-lost', wording);
    const listed = (await listTemplates(servicesOf(stage))).filter(({ shipped }) => !shipped);
    expect(listed).toMatchObject([
      {
        template_id: 'taught-lost',
        confirmed_by: 'Brahim',
        wordings: [wording],
        problem: { kind: 'before_promo', slot: 'balance', before: 'payer' },
      },
    ]);
    const advice = (await checkLive(servicesOf(stage))).filter(({ check }) => check === 'wordings');
    expect(advice).toEqual([
      {
        check: 'wordings',
        state: 'advice',
        sentence: expect.stringMatching(
          /^taught-lost@1 was confirmed and reads nothing any more: .*leave \[\{promo\}\] out\. .*npx chari templates add taught-lost /,
        ),
      },
    ]);
  }));
