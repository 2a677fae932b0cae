import { FEES_LEAD_MS, type FeeFlow, type FeeTerms } from '../../../domain/fee/terms.ts';
import { readTerms, writeTerms } from '../../../domain/fee/words.ts';
import { isUuid } from '../../../domain/keys.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { feesSubject } from '../../../domain/review/subjects.ts';
import { DAY_MS, isoText, later } from '../../../domain/time.ts';
import { insertFeeTerms, lockFeeTerms, type NewFeeTerms } from '../../../store/fees/terms.ts';
import { findMerchants } from '../../../store/merchants.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

export type SetFees = Signature & {
  /** Null: the default, of all with whom nothing else was agreed. */
  merchant_id: string | null;
  flow: FeeFlow;
  /** As they are typed: `1.5%+50`, `min=100`, `max=5000`, `tax=18%`. */
  terms: readonly string[];
  valid_from: Date;
};

export type SetFeesOutcome =
  | { kind: 'fees_set'; terms: FeeTerms; valid_from: Date }
  | { kind: 'terms_unusable'; sentence: string }
  /** Terms never touch the past; nor are they set so far ahead that it is most likely a slip of the finger. */
  | { kind: 'begins_too_early' | 'begins_too_late'; earliest: Date; latest: Date }
  | { kind: 'not_found' }
  | NotAgreed;

const AHEAD_MAX_MS = 366 * DAY_MS;

/**
 * Two people set what a merchant pays from a moment on. What was asked for before that moment costs what it cost: terms
 * are only added, and none begin in the past.
 * @returns an outcome per command, in order
 */
export function setFees(services: Services, commands: readonly SetFees[]): Promise<SetFeesOutcome[]> {
  const asked = commands.map((one) => ({ ...one, merchant_id: one.merchant_id?.toLowerCase() ?? null }));
  const ids = [...new Set(asked.flatMap(({ merchant_id }) => merchant_id ?? []))].filter(isUuid);
  return signed<ReadonlySet<string>, SetFeesOutcome>(services, {
    lock: async (client) => {
      await lockFeeTerms(client);
      const found = await findMerchants(
        client,
        ids.map((id) => ({ id })),
      );
      return new Set(found.map(({ id }) => id));
    },
    subjects: () => asked.map(feesSubject.of),
    always: true,
    decide: (desk) => {
      const agreed: NewFeeTerms[] = [];
      const outcomes = asked.map((command) => setOne(desk, command, agreed));
      return { outcomes, write: () => insertFeeTerms(desk.client, agreed) };
    },
  });
}

function setOne(
  { known, agree, record, now }: Desk<ReadonlySet<string>>,
  command: SetFees,
  agreed: NewFeeTerms[],
): SetFeesOutcome {
  const { merchant_id, flow, valid_from } = command;
  if (merchant_id !== null && !known.has(merchant_id)) return { kind: 'not_found' };
  const read = readTerms(command.terms);
  if (typeof read === 'string') return { kind: 'terms_unusable', sentence: read };
  const [earliest, latest] = [later(now, FEES_LEAD_MS), later(now, AHEAD_MAX_MS)];
  if (valid_from < earliest) return { kind: 'begins_too_early', earliest, latest };
  if (valid_from > latest) return { kind: 'begins_too_late', earliest, latest };
  const subject = { action: 'fees.set', subject_id: feesSubject.of(command) } as const;
  // The merchant's id stands among the terms: nobody of its own team may say this.
  const terms = { merchant_id, terms: writeTerms(read), valid_from: isoText(valid_from) };
  const consent = agree(command, { ...subject, terms, amount_xaf: 0 });
  if (consent.kind !== 'agreed') return consent;
  const { proposed_by } = consent;
  agreed.push({ ...read, merchant_id, flow, valid_from, proposed_by, set_by: command.actor, set_at: now });
  record(command, { ...subject, detail: { ...terms, proposed_by } });
  return { kind: 'fees_set', terms: read, valid_from };
}
