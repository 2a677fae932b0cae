import { isUuid } from '../../../domain/keys.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { STAFF_VERBS, type StaffVerb } from '../../../domain/staff/role.ts';
import { noonOf } from '../../../domain/time.ts';
import { decideSettlements } from '../../../engine/desk/settlements/approve.ts';
import { decidePayoutAccounts } from '../../../engine/desk/settlements/decide-payout-account.ts';
import { type EndSettlement, endSettlements } from '../../../engine/desk/settlements/end.ts';
import { type SettlementSource, sendSettlements } from '../../../engine/desk/settlements/send.ts';
import type { NotAgreed } from '../../../engine/desk/signed.ts';
import type { Told } from '../../../engine/desk/told.ts';
import { type AnyPage, NOT_FOUND, type StaffVisit, staffPage } from '../../frame/table.ts';
import { decideWithNote } from '../decision/decision.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { SETTLEMENT_TOLD, type SettlementTold } from './told.ts';

const PATH = '/office/settlements';
const DONE: ReadonlySet<string> = new Set([
  'approved',
  'cancelled',
  'sending',
  'on_own_order',
  'left_already',
  'perhaps_sent',
  'doubted',
  'PAID',
  'FAILED',
  'returned',
  'paid_after_all',
  'confirmed',
  'refused',
]);

type SettlementOutcome = { kind: string } & Partial<{ state: string; order: object }>;

/** What a person reads of what came of it: the sentences of all decisions, else those of settlements. */
function told(visit: StaffVisit, outcome: SettlementOutcome | undefined): Told {
  const { kind } = outcome ?? { kind: 'not_found' };
  if (kind === 'proposed' || kind === 'same_person' || kind === 'not_comparable' || kind === 'other_proposal')
    return toldOf(visit, outcome as NotAgreed);
  const words = SETTLEMENT_TOLD[visit.language];
  const said = outcome?.order === undefined ? kind : 'on_own_order';
  const named = kind === 'ended' ? (outcome?.state ?? kind) : said;
  const key = (named in words ? named : 'not_in_state') as SettlementTold;
  return { kind: DONE.has(key) ? 'done' : 'refused', sentences: [words[key]] };
}

/** A form of a settlement's page. `verb` gives null where what was typed makes no sense. */
const settlementVerb = (
  action: StaffVerb,
  does: string,
  verb: (
    visit: StaffVisit,
    settlement_id: string,
    by: Signature,
  ) => Promise<readonly SettlementOutcome[] | null>,
) =>
  staffPage(STAFF_VERBS[action], {
    path: `${PATH}/:id/${does}`,
    post: async (visit) => {
      const { id = '' } = visit.params;
      if (!isUuid(id)) return NOT_FOUND;
      const here = visit.at(`${PATH}/${id.toLowerCase()}`);
      return decideWithNote(
        visit,
        here,
        async (by) => {
          const outcomes = await verb(visit, id.toLowerCase(), by);
          return told(visit, outcomes === null ? { kind: 'unusable' } : outcomes[0]);
        },
        { to: visit.at(PATH) },
      );
    },
  });

const decided = (does: 'approve' | 'cancel') =>
  settlementVerb(`settlement.${does}`, does, ({ services }, settlement_id, by) =>
    decideSettlements(services, [{ settlement_id, does, ...by }]),
  );

const send = settlementVerb('settlement.send', 'send', async ({ services, form }, settlement_id, by) => {
  const [, kind = '', name = ''] = /^(number|wallet|bank):\s*(.+)$/.exec(form.text('from')) ?? [];
  if (kind === '') return null;
  const from = { kind, name } as SettlementSource;
  return sendSettlements(services, [{ settlement_id, from, ...by }]);
});

const said = (does: 'doubt' | 'fail') =>
  settlementVerb(`settlement.${does}`, does, ({ services }, settlement_id, by) =>
    endSettlements(services, [{ settlement_id, does, ...by }]),
  );

const ROWS: ReadonlySet<string> = new Set(['bank_row', 'bank_return', 'statement_row', 'statement_return']);
const WITNESSES: ReadonlySet<string> = new Set([
  'bank_row',
  'bank_return',
  'statement_row',
  'statement_return',
  'bank',
  'statement',
  'book',
]);

const prove = settlementVerb('settlement.prove', 'prove', async ({ services, form }, settlement_id, by) => {
  const source = form.text('by');
  if (!WITNESSES.has(source)) return null;
  if (source === 'book') return endSettlements(services, [{ settlement_id, does: 'prove', source, ...by }]);
  const source_id = form.text('record').slice(0, 200);
  const happened_at = noonOf(form.text('day'));
  const typed_xaf = form.whole('amount', 13) ?? 0;
  const amount_xaf = ROWS.has(source) ? typed_xaf : null;
  if (source_id === '' || happened_at === null || amount_xaf === 0) return null;
  const to = form.text('to').slice(0, 40);
  const command = {
    settlement_id,
    does: 'prove',
    source,
    source_id,
    amount_xaf,
    to,
    happened_at,
    ...by,
  };
  return endSettlements(services, [command as EndSettlement]);
});

const account = (does: 'confirm' | 'refuse') =>
  staffPage(STAFF_VERBS[`payout.${does}`], {
    path: `/office/payouts/:id/${does}`,
    post: async (visit) => {
      const { id = '' } = visit.params;
      if (!isUuid(id)) return NOT_FOUND;
      const command = { payout_account_id: id.toLowerCase(), does };
      return decideWithNote(
        visit,
        visit.at(PATH),
        async (by) => told(visit, (await decidePayoutAccounts(visit.services, [{ ...command, ...by }]))[0]),
        { to: visit.at(PATH) },
      );
    },
  });

export const SETTLEMENT_VERBS: readonly AnyPage[] = [
  decided('approve'),
  decided('cancel'),
  send,
  said('doubt'),
  said('fail'),
  prove,
  account('confirm'),
  account('refuse'),
];
