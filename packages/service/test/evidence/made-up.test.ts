import { describe, expect, test } from 'vitest';
import { voidCredits } from '../../src/engine/desk/payments/void-credit.ts';
import { expectWhole, perform, scene, taken } from './play.ts';
import type { Sms } from './world.ts';

describe('Five million francs in words that nobody knows, by an insider, before anybody has read the SIM', () => {
  const FORGED =
    'sms f told "Encaisse 5000000 FCFA de NOM 66123456. Ref: ID. Solde disponible 5062410 FCFA."';

  test('are not sent back', () =>
    scene((stage) =>
      perform(
        stage,
        `${FORGED}
        float -> 5000000
        refund f as Awa -> refused
        refund f as Brahim -> refused`,
      ),
    ));

  test('pay no session by the hand of staff', () =>
    scene((stage) =>
      perform(
        stage,
        `session v 5000000 by rival
        ${FORGED}
        float -> 5000000
        assign f to v as Awa -> refused
        assign f to v as Brahim -> refused
        v -> AWAITING_PAYMENT`,
      ),
    ));
});

test('Words that nobody knows, told by an insider in the place of an honest payment, are contested by its message and not sent back to him', () =>
  scene((stage) =>
    perform(
      stage,
      `session h 50000
      late p credit 50000
      sms f told "Encaisse 50000 FCFA de NOM 66999999. Ref: ID. Solde disponible 112410 FCFA."
      deliver p
      wait 3min
      anchor
      wait 31s
      refund f as Brahim -> refused
      incidents -> contested`,
    ),
  ));

describe('Money in suspense that an insider made up, once a reading has found less than the book', () => {
  test.each([
    ['in the words of the operator', 'sms f forged 90000 off +0'],
    [
      'in words that nobody knows',
      'sms f told "Encaisse 90000 FCFA de NOM 66123456. Ref: ID. Solde disponible 152410 FCFA."',
    ],
  ])('%s, is not sent back', (_how, forged) =>
    scene((stage) =>
      perform(
        stage,
        `${forged}
        wait 5min
        anchor
        wait 31s
        incidents -> short
        refund f as Awa -> refused
        refund f as Brahim -> refused`,
      ),
    ),
  );
});

describe('A step that a short reading found to be false', () => {
  test.each([
    ['a credit that nobody claimed', '', 'sms f forged 90000 off +0'],
    ['a credit that paid a session', 'session v 90000 by rival', 'sms f forged 90000 off +0'],
    [
      'words that nobody knows',
      '',
      'sms f told "Encaisse 90000 FCFA de NOM 66123456. Ref: ID. Solde disponible 152410 FCFA."',
    ],
  ])('is written off by two people, as the page of incidents says: %s', (_what, session, forged) =>
    scene(async (stage) => {
      await perform(stage, `${session}\n${forged}\nwait 5min\nanchor\nwait 31s\nincidents -> short`);
      const [step] = await stage.world.service.rows<{ id: string }>(
        "select id from book_steps where kind in ('CREDIT', 'UNREAD')",
      );
      await stage.world.explain(step?.id ?? '', 'write_off', 'Awa');
      expect(await stage.world.explain(step?.id ?? '', 'write_off', 'Brahim')).toBe('explained');
    }),
  );

  test('waits in suspense no longer once people have voided its money, and what was missing is written off with it', () =>
    scene(async (stage) => {
      await perform(stage, 'sms f forged 90000 off +0\nwait 5min\nanchor\nwait 31s\nincidents -> short');
      const { service } = stage.world;
      const { services } = service.first;
      const [credit] = await service.rows<{ id: string }>('select id from credits');
      const by = (actor: string) => [{ credit_id: credit?.id ?? '', actor, note: 'never paid' }];
      expect(await voidCredits(services, by('Awa'))).toEqual([{ kind: 'not_reversed' }]);
      const [missing] = await service.rows<{ id: string }>(
        "select id from book_steps where kind = 'UNEXPLAINED'",
      );
      for (const step of [credit, missing])
        for (const actor of ['Awa', 'Brahim']) await stage.world.explain(step?.id ?? '', 'write_off', actor);
      expect(await voidCredits(services, by('Awa'))).toEqual([{ kind: 'voided', amount_xaf: 90_000 }]);
      expect(await service.rows('select state, reason from credits')).toEqual([
        { state: 'VOIDED', reason: 'written_off' },
      ]);
      await expectWhole(stage.world);
    }));
});

test('A merchant whose session an insider has paid gives nothing back by its key once a reading was short', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session v 90000 by rival
      sms f forged 90000 off +0
      v -> SUCCESS
      wait 5min
      anchor
      wait 31s
      incidents -> short`,
    );
    const v = stage.sessions.get('v');
    if (v === undefined) throw new Error('no session');
    const body = { payment_session_id: v.id };
    const said = await stage.world.service.client.post('/v1/refunds', v.merchant.live_key, body);
    expect([said.status, said.body.error.message]).toEqual([
      409,
      expect.stringContaining('is being looked into'),
    ]);
  }));

describe('An insider who copies a payment whose message is late, with its id and balances, under another payer', () => {
  test('takes no more than the bound', () =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1)
        await perform(
          stage,
          `session h${n} ${195_000 + n} payer 66777001 by shop${n}
          session v${n} ${195_000 + n} payer 66123456 by rival${n}
          late p${n} credit ${195_000 + n} from 66777001
          sms f${n} forged ${195_000 + n} off -${195_000 + n} like p${n}
          deliver p${n}
          wait 3min
          anchor`,
        );
      expect(await taken(stage)).toBe(585_003);
    }));

  test('is paid no million by a reading', () =>
    scene((stage) =>
      perform(
        stage,
        `session h 1900000 payer 66777001 by shop ttl 60
        session v 1900000 payer 66123456 by rival ttl 60
        late p credit 1900000 from 66777001
        sms f forged 1900000 off -1900000 like p
        deliver p
        sms t credit 300 from 66000009
        wait 3min
        anchor
        float -> 1900300
        v -> AWAITING_PAYMENT`,
      ),
    ));

  test('leaves the session of who has paid unexpired', () =>
    scene((stage) =>
      perform(
        stage,
        `session h 5000 payer 66777001 by shop
        session v 5000 payer 66123456 by rival
        late p credit 5000 from 66777001
        sms f forged 5000 off -5000 like p
        deliver p
        v -> SUCCESS
        wait 2h
        h -> AWAITING_PAYMENT`,
      ),
    ));
});

test('A refund that went to another phone is told to staff, though a copy of its late message with its id and balances names the right one', () =>
  scene(async (stage) => {
    await perform(stage, 'sms m credit 5000\nwait 5min\nrefund m as Awa -> refunded');
    const sim = stage.world.sims.get('one')?.sim;
    const sent = sim?.movement(
      -5000,
      'Trans.Id: ID. Vous avez envoye 5000 FCFA au 66999999. Votre solde disponible est BALANCE FCFA.',
    ) as Sms;
    await stage.world.deliver({
      sim: 'one',
      sms: { id: sent.id, text: sent.text.replace('66999999', '66123456') },
    });
    await stage.world.deliver({ sim: 'one', sms: sent });
    await perform(stage, 'wait 31s\nincidents -> claim misdirected');
  }));
