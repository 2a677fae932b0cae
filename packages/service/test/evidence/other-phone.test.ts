import { describe, expect, test } from 'vitest';
import { pageState } from '../../src/domain/checkout/state.ts';
import { claimPayments, lookAtCheckouts, readCheckout } from '../../src/engine/checkout.ts';
import { servicesOf } from './desk.ts';
import { perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** What the page of each of these sessions knows of a message that is not proven. */
async function checked(stage: Stage, ...names: string[]): Promise<(string | null | undefined)[]> {
  const ids = names.map((name) => stage.sessions.get(name)?.id ?? '');
  const views = await lookAtCheckouts(servicesOf(stage), ids);
  return views.map((view) => view?.checked);
}

async function instructions({ world, sessions }: Stage, name: string): Promise<string> {
  const session = sessions.get(name);
  if (session === undefined) throw new Error(`no session ${name}`);
  return (await world.get(session.merchant, session.id)).body.instructions as string;
}

/** What the page of a session says, read anew. */
async function page(stage: Stage, name: string): Promise<string> {
  const services = servicesOf(stage);
  const view = await readCheckout(services, stage.sessions.get(name)?.id ?? '');
  const state = view === null ? null : pageState(view, services.now());
  return state === null ? '' : `${state.name}${'becomes' in state ? ` ${state.becomes}` : ''}`;
}

describe('A session that has ended while a message waits for proof', () => {
  test('that names the phone it has declared says that it is being checked, until it is proven or the time of messages is over', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000 payer 66000001
        session b 6000 payer 66000002
        late y credit 700
        paid a from 66000001
        paid b from 66000002
        wait 20s
        cancel a`,
      );
      expect(await page(stage, 'a')).toBe('late_money unproven');
      expect(await instructions(stage, 'a')).toContain("N'envoyez rien d'autre");
      await perform(stage, 'deliver y\nb -> SUCCESS\nwait 2s');
      expect(await page(stage, 'a')).toBe('late_money with_staff');
    }));

  test('and came when it had expired says the same', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000 payer 66000001
        wait 9min
        late y credit 700
        late p credit 5000 from 66000001
        wait 20min
        a -> EXPIRED
        deliver p
        wait 20s`,
      );
      expect(await page(stage, 'a')).toBe('late_money unproven');
    }));

  test('says it by no forged message where it has declared nobody, or another: only where its payer has told of that very id', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000
        session b 6000 payer 66000002
        sms f forged 5000 off 777 from 66999999
        sms g forged 6000 off 1900 from 66999999
        wait 20s
        cancel a
        cancel b`,
      );
      expect([await page(stage, 'a'), await page(stage, 'b')]).toEqual(['cancelled', 'cancelled']);
      expect(await instructions(stage, 'a')).toContain('annulée par le marchand');
      const tell = (operator_transaction_id: string, payer_phone = '+23566000009') =>
        claimPayments(servicesOf(stage), [
          { session_id: stage.sessions.get('a')?.id ?? '', operator_transaction_id, payer_phone },
        ]);
      await tell('PP261121.1159.A99999');
      expect(await page(stage, 'a')).toBe('cancelled');
      await tell(stage.messages.get('f')?.sms.id ?? '');
      expect(await page(stage, 'a')).toBe('late_money unproven');
      // He may have mistyped his phone, or a forger have told of what he never paid.
      expect(await tell(stage.messages.get('f')?.sms.id ?? '', '+23566000010')).toEqual([{ kind: 'kept' }]);
      expect(await tell('PP261121.1159.A88888')).toEqual([{ kind: 'kept' }]);
    }));
});

describe('A message that is not proven, and names another phone than a session has declared,', () => {
  test('tells its customer to wait if he used that phone, and to pay if he did not', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000 payer 66000001
        session b 5000 payer 66000002
        session c 7000
        sms f forged 5000 off 777 from 66999999
        sms g forged 7000 off 1900 from 66999999
        wait 20s`,
      );
      expect(await checked(stage, 'a', 'b', 'c')).toEqual(['other_phone', 'other_phone', 'own']);
      const said = await instructions(stage, 'a');
      expect(said).toContain('Envoyez exactement 5\u00a0000\u00a0FCFA');
      expect(said).toContain(
        "Si vous avez déjà envoyé cette somme d'un autre téléphone, n'envoyez rien de nouveau",
      );
      await perform(stage, 'paid a from 66000001\na -> SUCCESS\nb -> AWAITING_PAYMENT');
    }));

  test('and is the payment of somebody else on that number leaves who paid it waiting alone', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000 payer 66000001
        session b 5000 payer 66000002
        late y credit 700
        paid a from 66000001
        wait 20s`,
      );
      expect(await checked(stage, 'a', 'b')).toEqual(['own', 'other_phone']);
      await perform(stage, 'deliver y\na -> SUCCESS\nwait 2s');
      expect(await checked(stage, 'b')).toEqual([null]);
    }));

  test('is its own all the same where that phone is an agent’s, who took the money', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000 payer 66000001
        late y credit 700
        sms m cash-in 5000
        wait 20s`,
      );
      expect(await checked(stage, 'a')).toEqual(['own']);
    }));
});
