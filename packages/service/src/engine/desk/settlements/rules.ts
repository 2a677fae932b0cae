import { isUuid } from '../../../domain/keys.ts';
import { SUM_XAF_MAX } from '../../../domain/money.ts';
import type { Environment } from '../../../domain/operator.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { isOwnName, termsSubject } from '../../../domain/review/subjects.ts';
import { defaultTerms, HOLD_DAYS_MAX } from '../../../domain/settlement/terms.ts';
import { lockMerchants } from '../../../store/merchants.ts';
import { insertBankAccounts } from '../../../store/settlements/payout-accounts.ts';
import { lockTerms, putTerms, type TermsRow } from '../../../store/settlements/terms.ts';
import type { Services } from '../../services.ts';
import { type DraftOutcome, draftWith } from '../../settlements/draft.ts';
import { type NotAgreed, signed } from '../signed.ts';

export type SetTerms = Signature & {
  merchant_id: string;
  environment: Environment;
  hold_days: number;
  reserve_xaf: number;
};
export type SetTermsOutcome =
  | { kind: 'settlement_terms_set'; hold_days: number; reserve_xaf: number }
  | { kind: 'settlement_terms_unusable'; field: 'hold_days' | 'reserve_xaf' }
  | { kind: 'not_found' }
  | NotAgreed;

/**
 * Sets how long merchants' payments are held and what is kept in reserve. Two people in live, whatever the sum: it says
 * how much of a merchant's money stays with us. A draft that is there already stays as it is.
 * @returns an outcome per command, in order
 */
export function setSettlementTerms(
  services: Services,
  commands: readonly SetTerms[],
): Promise<SetTermsOutcome[]> {
  type Known = { merchants: Set<string>; terms: Map<string, TermsRow> };
  const named = commands.filter(({ merchant_id }) => isUuid(merchant_id));
  return signed<Known, SetTermsOutcome>(services, {
    lock: async (client) => ({
      merchants: new Set(
        (await lockMerchants(client, [...new Set(named.map(({ merchant_id }) => merchant_id))])).map(
          ({ id }) => id,
        ),
      ),
      terms: new Map((await lockTerms(client, named)).map((row) => [termsSubject.of(row), row])),
    }),
    subjects: ({ merchants }) =>
      named.filter(({ merchant_id }) => merchants.has(merchant_id)).map(termsSubject.of),
    always: true,
    decide: ({ client, known, agree, record }) => {
      const rows: Parameters<typeof putTerms>[1][number][] = [];
      const outcomes = commands.map((command): SetTermsOutcome => {
        const { merchant_id, environment, hold_days, reserve_xaf } = command;
        if (!Number.isInteger(hold_days) || hold_days < 0 || hold_days > HOLD_DAYS_MAX)
          return { kind: 'settlement_terms_unusable', field: 'hold_days' };
        if (!Number.isInteger(reserve_xaf) || reserve_xaf < 0 || reserve_xaf > SUM_XAF_MAX)
          return { kind: 'settlement_terms_unusable', field: 'reserve_xaf' };
        if (!known.merchants.has(merchant_id)) return { kind: 'not_found' };
        const subject_id = termsSubject.of(command);
        const action = 'settlement.terms';
        const terms = { environment, hold_days: String(hold_days), reserve_xaf: String(reserve_xaf) };
        const consent = agree(command, { action, subject_id, terms, amount_xaf: 0, said: { merchant_id } });
        if (consent.kind !== 'agreed') return consent;
        const { proposed_by } = consent;
        record(command, { action, subject_id: merchant_id, detail: { ...terms, proposed_by } });
        const before = known.terms.get(subject_id) ?? { ...defaultTerms(environment), next_on: null };
        rows.push({ ...before, merchant_id, environment, hold_days, reserve_xaf });
        return { kind: 'settlement_terms_set', hold_days, reserve_xaf };
      });
      return { outcomes, write: () => putTerms(client, rows) };
    },
  });
}

export type AddBank = Signature & { name: string; bank_name: string; iban: string; holder_name: string };
export type AddBankOutcome = { kind: 'added'; id: string } | { kind: 'exists' } | { kind: 'name_unusable' };

/**
 * Adds the bank accounts that we pay from, each with whoever holds its money for us. What has a stroke in its name is
 * refused: a second person could not agree on the page of a proposal to what is moved from it.
 */
export function addBankAccounts(services: Services, commands: readonly AddBank[]): Promise<AddBankOutcome[]> {
  return signed<null, AddBankOutcome>(services, {
    lock: async () => null,
    decide: async ({ client, now, record }) => {
      const rows = commands.map(({ name, bank_name, iban, holder_name }) => {
        return { id: services.newId(), name, bank_name, iban, holder_name, created_at: now };
      });
      const usable = rows.filter(({ name }) => isOwnName(name));
      const added = new Set((await insertBankAccounts(client, usable)).map(({ id }) => id));
      const outcomes = rows.map((row, at): AddBankOutcome => {
        const { id, name, iban, holder_name } = row;
        if (!isOwnName(name)) return { kind: 'name_unusable' };
        if (!added.has(id)) return { kind: 'exists' };
        record(commands[at] as AddBank, {
          action: 'bank.add',
          subject_id: id,
          detail: { name, iban, holder_name },
        });
        return { kind: 'added', id };
      });
      return { outcomes };
    },
  });
}

export type DraftForMerchant = Signature & { merchant_id: string };

/**
 * Staff draft live settlements now, whatever the schedule says.
 * @returns an outcome per command, in order
 */
export function draftForMerchants(
  services: Services,
  commands: readonly DraftForMerchant[],
): Promise<DraftOutcome[]> {
  return signed<null, DraftOutcome>(services, {
    lock: async () => null,
    decide: async ({ client, now, record }) => {
      const asked = commands.map(({ merchant_id, actor }) => ({
        merchant_id,
        environment: 'live' as const,
        by: actor,
      }));
      const outcomes = await draftWith(
        services,
        client,
        asked.filter(({ merchant_id }) => isUuid(merchant_id)),
        now,
      );
      let next = 0;
      return {
        outcomes: commands.map((command): DraftOutcome => {
          const { merchant_id } = command;
          const outcome = isUuid(merchant_id) ? outcomes[next++] : undefined;
          if (outcome?.kind === 'drafted') {
            const { settlement_id: subject_id, reference, amount_xaf } = outcome;
            record(command, {
              action: 'settlement.draft',
              subject_id,
              detail: { merchant_id, reference, amount_xaf },
            });
          }
          return outcome ?? { kind: 'not_found' };
        }),
      };
    },
  });
}
