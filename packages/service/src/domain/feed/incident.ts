/** What can be wrong with a live number, the gravest first; of a kind one incident is open at a time, or one for each step or statement. */
export const INCIDENT_KINDS = [
  'silent',
  'short',
  'misdirected',
  'two_steps_one_id',
  'without_row',
  'statement_differs',
  'claim',
  'anchor_due',
  'outflow',
  'contested',
  'lagging',
  'clock_skew',
  'unrouted',
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** DOUBTED and LAGGING numbers are the last choice for new sessions, SILENT and UNANCHORED ones are none. */
export type FeedStatus = 'HEALTHY' | 'UNANCHORED' | 'LAGGING' | 'DOUBTED' | 'SILENT';

/** Who closed an incident that explained itself. */
export const BY_ITSELF = 'feed';

export type IncidentEffect = {
  /** What the number becomes while it is open. */
  feed_status: FeedStatus;
  /** Sessions of the number wait, at most a day, instead of expiring. */
  expiry_waits: boolean;
  /** A sentence for staff. */
  meaning: string;
  /** What they do about it. */
  remedy: string;
};

const READ_THE_SIM = 'read the balance on the SIM and say it: chari feeds anchor NUMBER AMOUNT --note WHY';

/** Every kind with its effect. The statements of the store read the status from this table too. */
export const INCIDENT_EFFECTS = {
  silent: {
    feed_status: 'SILENT',
    expiry_waits: true,
    meaning: 'its gateway has not been heard, or none is routed to it',
    remedy: 'look at the phone: power, network, and whether the gateway app runs',
  },
  short: {
    feed_status: 'DOUBTED',
    expiry_waits: false,
    meaning:
      'the SIM holds less than its book says: a step since the last balance was false, or money left unseen',
    remedy:
      'say of each payment that waits whether it came, then what is missing; no payment settles here by its message alone until this is closed',
  },
  misdirected: {
    feed_status: 'HEALTHY',
    expiry_waits: false,
    meaning:
      'money left to another phone than the one to which as much was announced: the refund or settlement is not proven, or by a reading alone, or by a message that somebody made up; or what was announced as a sweep went to whom as much was to be paid',
    remedy:
      'find out whose phone got it, and who has the SIM; then say what it was: chari feeds explain STEP MEANING --note WHY',
  },
  two_steps_one_id: {
    feed_status: 'HEALTHY',
    expiry_waits: false,
    meaning: 'two movements that are both proven carry one transaction id',
    remedy: 'look at both on the SIM; the second waits in review',
  },
  without_row: {
    feed_status: 'DOUBTED',
    expiry_waits: false,
    meaning:
      'its messages, or an earlier statement, told of movements that the statement of those days does not list',
    remedy:
      'look each up with the operator; what was never made is explained as write_off: chari feeds explain STEP write_off --note WHY',
  },
  statement_differs: {
    feed_status: 'HEALTHY',
    expiry_waits: false,
    meaning:
      'its statement says another sum, balance, payer or recipient than its book, or its messages disagree whose money it was',
    remedy:
      'look at the rows that differ: chari statements show STATEMENT; of another sum or balance read the SIM, of another payer ask the operator whose it was',
  },
  claim: {
    feed_status: 'DOUBTED',
    expiry_waits: false,
    meaning:
      'a message waits unproven: another is missing before it, it is forged, or it tells of too large a payment to be believed before a reading',
    remedy: READ_THE_SIM,
  },
  anchor_due: {
    feed_status: 'HEALTHY',
    expiry_waits: false,
    meaning: 'it has settled much since its balance was last read, or a payment waits for that',
    remedy: READ_THE_SIM,
  },
  outflow: {
    feed_status: 'HEALTHY',
    expiry_waits: false,
    meaning:
      'much has left that nobody has explained, or that was written off, so that a reading vouches for no smaller payment',
    remedy:
      'look at what is unexplained and say what it was: chari feeds explain STEP MEANING --note WHY; where nothing is, no reading helps: bring the statement, or say of each payment that waits whether it came',
  },
  contested: {
    feed_status: 'HEALTHY',
    expiry_waits: false,
    meaning:
      'messages lead to the balance of the SIM past payments of its book: one of the two was never paid',
    remedy:
      'look the messages that contest up with the operator: chari feeds disown MESSAGE... --note WHY for those that its list does not show; of what is left say what each payment was: chari feeds explain STEP credit|write_off --note WHY',
  },
  lagging: {
    feed_status: 'LAGGING',
    expiry_waits: true,
    meaning: 'its messages come later than they should',
    remedy: 'look at the connection of the phone; sessions wait for what is late',
  },
  clock_skew: {
    feed_status: 'LAGGING',
    expiry_waits: true,
    meaning: 'the clock of its phone is wrong by more than two minutes',
    remedy: 'set the phone to take its time from the network',
  },
  unrouted: {
    feed_status: 'DOUBTED',
    expiry_waits: true,
    meaning:
      'its phone has told of messages by a SIM that nobody has routed, or of some that nobody can read: they may be payments to it',
    remedy:
      'look at them: chari gateways requests --unrouted; route the number to the SIM that they name (--also where another phone hears it too), or close this if they are of another SIM',
  },
} as const satisfies Record<IncidentKind, IncidentEffect>;
