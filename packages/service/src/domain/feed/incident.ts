/** What can be wrong with the feed of a live number, the gravest first; one incident of a kind is open at a time. */
export const INCIDENT_KINDS = [
  'balance_gap',
  'unlisted_sender',
  'wording',
  'silent',
  'lagging',
  'clock_skew',
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

export type FeedStatus = 'HEALTHY' | 'UNANCHORED' | 'LAGGING' | 'SILENT' | 'GAP';

/** Who closed an incident that explained itself. */
export const BY_ITSELF = 'feed';

export type IncidentEffect = {
  /** What the number's feed becomes while it is open; any but HEALTHY is assigned to no session. */
  feed_status: FeedStatus;
  /** Which credits go to review meanwhile, whatever else speaks for them. */
  doubts: 'none' | 'those_that_do_not_follow' | 'those_timed_by_the_gateway';
  /** Sessions of the number wait, at most a day, instead of expiring. */
  expiry_waits: boolean;
  /** A sentence for staff. */
  meaning: string;
  /** What they do about it. */
  remedy: string;
};

/** Every kind with its effect. The statements of the store read the status from this table too. */
export const INCIDENT_EFFECTS = {
  balance_gap: {
    feed_status: 'GAP',
    doubts: 'those_that_do_not_follow',
    expiry_waits: true,
    meaning: 'a message does not follow the trusted balance: another was missed, or it is forged',
    remedy: 'read the balance on the SIM, then feeds explain (a message was missed) or feeds close (forged)',
  },
  silent: {
    feed_status: 'SILENT',
    doubts: 'none',
    expiry_waits: true,
    meaning: 'its gateway has not been heard, or none is routed to it',
    remedy: 'look at the phone: power, network, and whether the gateway app runs',
  },
  lagging: {
    feed_status: 'LAGGING',
    doubts: 'none',
    expiry_waits: true,
    meaning: 'its messages come later than they should',
    remedy: 'look at the connection of the phone; sessions wait for what is late',
  },
  clock_skew: {
    feed_status: 'LAGGING',
    doubts: 'those_timed_by_the_gateway',
    expiry_waits: true,
    meaning: 'the clock of its phone is wrong by more than two minutes',
    remedy: 'set the phone to take its time from the network',
  },
  unlisted_sender: {
    feed_status: 'GAP',
    doubts: 'none',
    expiry_waits: true,
    meaning:
      'a message of a sender who is not on the list goes on from the trusted balance: the operator may sign by a new name',
    remedy:
      'look at the SIM; if the message is true, put the new name on the list (numbers senders), then sms replay; else feeds close',
  },
  wording: {
    feed_status: 'GAP',
    doubts: 'none',
    expiry_waits: true,
    meaning:
      'a message that no template takes goes on from the trusted balance: the operator has changed its wording',
    remedy:
      'read the notice, add or mend a template, then sms replay; if the message is not true, feeds close',
  },
} as const satisfies Record<IncidentKind, IncidentEffect>;
