import { type Bracket, readTariff, writeTariff } from '../../../domain/movement/tariff.ts';
import type { Operator } from '../../../domain/operator.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { tariffSubject } from '../../../domain/review/subjects.ts';
import { findExpecting } from '../../../store/book/announced.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { markGoOn } from '../../../store/book/books.ts';
import { deleteTariffs, insertTariffs, lockTariffs } from '../../../store/book/tariffs.ts';
import { letGoOn } from '../../book/settle-waiting.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

export type SetTariff = Signature & {
  operator: Operator;
  /** Such as `transfer` or `withdrawal`. */
  service: string;
  /** Its brackets as they are typed: `1-5000=100`, `5001-500000=1%`; or `none`, which takes the tariff away. */
  brackets: readonly string[];
};

export type SetTariffOutcome =
  | { kind: 'set'; brackets: Bracket[] }
  | { kind: 'unusable'; sentence: string }
  | NotAgreed;

const SERVICE = /^[a-z][a-z_-]{0,39}$/;

/**
 * Staff say what operators take for sending money. A debit that staff have announced and whose SMS hides its fee is
 * proven when its fee is exactly that, so two people say the same. The new tariff of a service replaces the one before, and
 * `none` only takes that away: a debit whose SMS hides its fee waits until the SIM is read then.
 * @returns an outcome per command, in order
 */
export async function setTariffs(
  services: Services,
  commands: readonly SetTariff[],
): Promise<SetTariffOutcome[]> {
  let set: Operator[] = [];
  const outcomes = await signed<null, SetTariffOutcome>(services, {
    lock: async (client) => {
      await lockTariffs(client);
      return null;
    },
    subjects: () => commands.map(tariffSubject.of),
    always: true,
    decide: (desk) => {
      const agreed = new Map<string, SetTariff & { read: Bracket[] }>();
      const outcomes = commands.map((command): SetTariffOutcome => {
        const read = readTariff(command.brackets);
        if (typeof read === 'string') return { kind: 'unusable', sentence: read };
        if (!SERVICE.test(command.service))
          return {
            kind: 'unusable',
            sentence: `${command.service} is no name of a service: write transfer or withdrawal.`,
          };
        return setOne(desk, { ...command, read }, agreed);
      });
      return {
        outcomes,
        write: async () => {
          const said = [...agreed.values()];
          await write(desk, said);
          set = said.map((one) => one.operator);
          await letExpectedBeDue(desk, set);
        },
      };
    },
  });
  // Once it is committed: a debit that is announced at this moment finds the tariff, or is found here.
  if (set.length > 0) await letExpectedGoOn(services, set);
  return outcomes;
}

function setOne(
  { agree, record }: Desk<null>,
  command: SetTariff & { read: Bracket[] },
  agreed: Map<string, SetTariff & { read: Bracket[] }>,
): SetTariffOutcome {
  const brackets = writeTariff(command.read);
  const subject = { action: 'tariff.set', subject_id: tariffSubject.of(command) } as const;
  const consent = agree(command, { ...subject, terms: { brackets }, amount_xaf: 0 });
  if (consent.kind !== 'agreed') return consent;
  agreed.set(subject.subject_id, command);
  record(command, { ...subject, detail: { brackets, proposed_by: consent.proposed_by } });
  return { kind: 'set', brackets: command.read };
}

async function write(
  { client }: Desk<null>,
  agreed: readonly (SetTariff & { read: Bracket[] })[],
): Promise<void> {
  await deleteTariffs(
    client,
    agreed.map(({ operator, service }) => ({ operator, service })),
  );
  await insertTariffs(
    client,
    agreed.flatMap(({ operator, service, read }) => read.map((one) => ({ operator, service, ...one }))),
  );
}

/** What waits for it goes on even if this process dies once it is said. */
async function letExpectedBeDue({ client, now }: Desk<null>, operators: readonly Operator[]): Promise<void> {
  if (operators.length === 0) return;
  const expecting = await findExpecting(client, { operators, now });
  const collection_number_ids = expecting.map((one) => one.collection_number_id).sort();
  await lockBooks(client, collection_number_ids);
  await markGoOn(client, { collection_number_ids, now });
}

/** Announced debits whose messages wait for that tariff are judged anew, with what waits behind them. */
async function letExpectedGoOn(services: Services, operators: readonly Operator[]): Promise<void> {
  const expecting = await findExpecting(services.pool, { operators, now: services.now() });
  await letGoOn(
    services,
    expecting.map((one) => one.collection_number_id),
  );
}
