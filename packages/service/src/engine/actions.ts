import type { Actor, ByPerson, MemberActionName } from '../domain/account/actions.ts';
import type { CreateTransaction } from '../domain/transaction/commands.ts';
import { insertMemberActions, type MemberAction } from '../store/accounts/actions.ts';
import type { Database } from '../store/statement.ts';
import type { Services } from './services.ts';

/** What a signed-in person did; `subject_id` is what it was about. */
export type Done = { action: MemberActionName; subject_id?: string; detail?: Record<string, unknown> };

/** Puts on record what somebody did, in the transaction that did it where there is one. */
export function recordDone(
  services: Pick<Services, 'newId' | 'now'>,
  database: Database,
  by: Actor,
  done: readonly Done[],
): Promise<unknown> {
  return record(
    services,
    database,
    done.map((one) => ({ ...one, by })),
  );
}

/** Puts on record for each of these merchants, and for the account itself (null), that somebody did something. */
export function recordForEach(
  services: Pick<Services, 'newId' | 'now'>,
  database: Database,
  merchant_ids: readonly (string | null)[],
  { account_id, done }: { account_id: string; done: Done },
): Promise<void> {
  return record(
    services,
    database,
    merchant_ids.map((merchant_id) => ({ ...done, by: { account_id, merchant_id } })),
  );
}

/**
 * Puts on record which commands people gave that were carried out, in the transaction that did so.
 * @param doneBy what an outcome means; null: nothing was done
 */
export async function recordCommands<Command extends ByPerson, Outcome extends { kind: string }>(
  services: Pick<Services, 'newId' | 'now'>,
  database: Database,
  { commands, outcomes }: { commands: readonly Command[]; outcomes: readonly Outcome[] },
  doneBy: (outcome: Outcome, command: Command) => Done | null,
): Promise<void> {
  const done = commands.flatMap((command, position) => {
    const outcome = outcomes[position];
    if (command.by === undefined || outcome === undefined) return [];
    const one = doneBy(outcome, command);
    return one === null ? [] : [{ ...one, by: command.by }];
  });
  await record(services, database, done);
}

/**
 * Puts on record which payments people began by hand.
 * @param idOf of what an outcome has made; null: nothing
 */
export function recordBegun<Outcome extends { kind: string }>(
  services: Pick<Services, 'newId' | 'now'>,
  database: Database,
  work: { commands: readonly (ByPerson & Begun)[]; outcomes: readonly Outcome[] },
  how: 'session' | 'transaction',
  idOf: (outcome: Outcome) => string | null,
): Promise<void> {
  return recordCommands(services, database, work, (outcome, { operator, amount_xaf, environment }) => {
    const subject_id = idOf(outcome);
    if (subject_id === null) return null;
    return { action: 'payment.begun', subject_id, detail: { amount_xaf, operator, how, environment } };
  });
}

type Begun = Pick<CreateTransaction, 'operator' | 'amount_xaf' | 'environment'>;

async function record(
  services: Pick<Services, 'newId' | 'now'>,
  database: Database,
  done: readonly (Done & { by: Actor })[],
): Promise<void> {
  const at = services.now();
  const rows = done.map(
    ({ by: { account_id, merchant_id }, action, subject_id = null, detail = {} }): MemberAction => ({
      id: services.newId(),
      merchant_id,
      account_id,
      action,
      subject_id,
      detail,
      at,
    }),
  );
  await insertMemberActions(database, rows);
}
