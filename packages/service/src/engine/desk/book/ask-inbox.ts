import type { Signature } from '../../../domain/review/second-person.ts';
import type { StoredNumber } from '../../../store/numbers/numbers.ts';
import type { InboxesAsked, InboxQuestion, PhoneAnswer } from '../../gateways/inbox.ts';
import { findNumbers } from '../../numbers.ts';
import type { Services } from '../../services.ts';
import { recorded } from '../recorded.ts';

export type AskInboxByHand = Signature & {
  /** Id or number. */
  number: string;
  since: Date;
};

export type InboxByHandOutcome =
  | { kind: 'asked'; number: StoredNumber; phones: PhoneAnswer[]; notice_ids: string[] }
  | { kind: 'number_not_found' };

/**
 * Asks for the inboxes of live numbers because somebody wants it, until now, and writes down who did and what
 * came of it. An outcome per command, in order; what `notice_ids` names is for the caller to settle.
 */
export async function askInboxesByHand(
  services: Services & { askInboxes: (questions: InboxQuestion[]) => Promise<InboxesAsked> },
  commands: readonly AskInboxByHand[],
): Promise<InboxByHandOutcome[]> {
  const numbers = await findNumbers(
    services.pool,
    commands.map(({ number }) => number),
  );
  const until = services.now();
  const named = commands.flatMap((command, place) => {
    const number = numbers[place] ?? null;
    return number === null ? [] : [{ command, number }];
  });
  const asked = await services.askInboxes(
    named.map(({ command: { since }, number }) => ({ collection_number_id: number.id, since, until })),
  );
  await recorded(
    services,
    named.map(({ command }) => command),
    async () => named.map(({ number }, place) => ({ subject_id: number.id, phones: asked.answers[place] })),
    ({ subject_id, phones }, { since }) => {
      const detail = { since: since.toISOString(), until: until.toISOString(), phones };
      return { action: 'gateway.inbox', subject_id, detail };
    },
  );
  return commands.map((command) => {
    const place = named.findIndex((one) => one.command === command);
    const number = named[place]?.number;
    if (number === undefined) return { kind: 'number_not_found' };
    return { kind: 'asked', number, phones: asked.answers[place] ?? [], notice_ids: asked.notice_ids };
  });
}
