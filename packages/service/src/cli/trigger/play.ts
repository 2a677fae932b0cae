import type { CommandContext } from '../run.ts';

export type Wanted = { merchant_id: string; reference: string; amount_xaf: number };

/** What was made for the event, as it is after it. */
export type Played = { object: 'session' | 'transaction'; id: string; reference: string; status: string };

/** Makes an event happen. What can't be done is a `CommandFailure` that says why. */
export type Play = (context: CommandContext, wanted: Wanted) => Promise<Played>;

/** One event that `chari trigger` makes, by a scenario or a magic payer number of the sandbox. */
export type Playable = {
  event: string;
  by: { scenario: string } | { phone_number: string };
  /** One sentence. */
  happens: string;
  play: Play;
};
