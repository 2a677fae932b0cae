import { CORRECT_PLACES, type CorrectPlace } from '../../../domain/ledger/correct.ts';
import { readIban } from '../../../domain/settlement/payout-account.ts';
import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import { readAccounts } from '../../../engine/desk/settlements/read-account.ts';
import { addBankAccounts } from '../../../engine/desk/settlements/rules.ts';
import type { Told } from '../../../engine/desk/told.ts';
import { correctTransfers } from '../../../engine/desk/transfers/correct-transfer.ts';
import { moveOwn } from '../../../engine/desk/transfers/move-own.ts';
import { setCustodians } from '../../../engine/desk/transfers/set-custodian.ts';
import { type AnyPage, NOT_FOUND, type StaffVisit, staffPage } from '../../frame/table.ts';
import { decideWithNote } from '../decision/decision.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { OWN_ACCOUNT_WORDS } from './words.ts';

export const ACCOUNTS_PATH = '/office/accounts';

/** The page, with what was typed in one of its forms. */
function typedIn(visit: StaffVisit, names: readonly string[]): string {
  const typed = new URLSearchParams(names.map((name): [string, string] => [name, visit.form.text(name)]));
  return visit.at(`${ACCOUNTS_PATH}?${typed.toString()}`);
}

const read = staffPage(STAFF_VERBS['account.read'], {
  path: `${ACCOUNTS_PATH}/read`,
  post: (visit) => {
    const { form } = visit;
    const command = {
      account: form.text('read_account'),
      day: form.text('read_day'),
      // No balance is below zero: what is none is refused as one.
      balance_xaf: form.whole('balance', 12) ?? -1,
    };
    return decideWithNote(
      visit,
      typedIn(visit, ['read_account', 'read_day', 'balance']),
      async (by) => {
        const [outcome] = await readAccounts(visit.services, [{ ...command, ...by }]);
        return toldOf(visit, outcome ?? { kind: 'not_found' });
      },
      { to: visit.at(ACCOUNTS_PATH) },
    );
  },
});

const move = staffPage(STAFF_VERBS['ledger.move'], {
  path: `${ACCOUNTS_PATH}/move`,
  post: (visit) => {
    const { form } = visit;
    const is_time = /^\d\d:\d\d$/.test(form.text('time'));
    const moved_at = new Date(is_time ? `${form.text('day')}T${form.text('time')}:00+01:00` : '');
    const command = {
      from: form.text('from'),
      to: form.text('into'),
      amount_xaf: form.whole('amount', 12) ?? 0,
      moved_at,
    };
    const back = typedIn(visit, ['from', 'into', 'amount', 'day', 'time']);
    return decideWithNote(
      visit,
      back,
      async (by) => {
        if (Number.isNaN(moved_at.getTime())) return toldOf(visit, { kind: 'moved_at_unusable' });
        const [outcome] = await moveOwn(visit.services, [{ ...command, ...by }]);
        return toldOf(visit, outcome ?? { kind: 'not_found' });
      },
      { to: visit.at(ACCOUNTS_PATH) },
    );
  },
});

const correct = staffPage(STAFF_VERBS['ledger.correct'], {
  path: `${ACCOUNTS_PATH}/correct`,
  post: (visit) => {
    const { form } = visit;
    const [what, place] = [form.text('what'), form.text('place')];
    if (
      (what !== 'credit' && what !== 'step') ||
      (place !== 'merchant' && !Object.hasOwn(CORRECT_PLACES, place))
    )
      return NOT_FOUND;
    const to = (
      place === 'merchant' ? { kind: place, merchant_id: form.text('merchant') } : { kind: place }
    ) as CorrectPlace;
    return decideWithNote(
      visit,
      typedIn(visit, ['what', 'subject', 'place', 'merchant']),
      async (by) => {
        const command = { what, id: form.text('subject'), to, ...by } as const;
        const [outcome] = await correctTransfers(visit.services, [command]);
        return toldOf(visit, outcome ?? { kind: 'not_found' });
      },
      { to: visit.at(ACCOUNTS_PATH) },
    );
  },
});

/** What is typed on a page is held to plainer names than `isOwnName`. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} .'’-]{0,59}$/u;

const add = staffPage(STAFF_VERBS['bank.add'], {
  path: `${ACCOUNTS_PATH}/add`,
  post: (visit) => {
    const { form } = visit;
    const words = OWN_ACCOUNT_WORDS[visit.language];
    const [name, bank_name, holder] = [form.text('name'), form.text('bank'), form.text('holder')];
    const iban = readIban(form.text('iban'));
    const refused = (sentence: string): Told => ({ kind: 'refused', sentences: [sentence] });
    return decideWithNote(
      visit,
      typedIn(visit, ['name', 'bank', 'iban', 'holder']),
      async (by) => {
        if (!NAME.test(name) || !isText(bank_name) || !isText(holder)) return refused(words.name_wrong);
        if (typeof iban !== 'string') return refused(words.iban_wrong);
        const command = { name, bank_name, iban, holder_name: holder, ...by };
        const [outcome] = await addBankAccounts(visit.services, [command]);
        return outcome?.kind === 'added' ? { kind: 'done', sentences: [words.added] } : refused(words.exists);
      },
      { to: visit.at(ACCOUNTS_PATH) },
    );
  },
});

const isText = (text: string): boolean => text.length >= 1 && text.length <= 100;

const custodian = staffPage(STAFF_VERBS['custodian.set'], {
  path: `${ACCOUNTS_PATH}/custodian`,
  post: (visit) => {
    const { form } = visit;
    const command = {
      account: form.text('account'),
      institution: form.text('institution'),
      licence: form.text('licence'),
      held_since: form.text('since'),
    };
    return decideWithNote(
      visit,
      typedIn(visit, ['account', 'institution', 'licence', 'since']),
      async (by) => {
        const [outcome] = await setCustodians(visit.services, [{ ...command, ...by }]);
        return toldOf(visit, outcome ?? { kind: 'not_found' });
      },
      { to: visit.at(ACCOUNTS_PATH) },
    );
  },
});

export const ACCOUNT_VERBS: readonly AnyPage[] = [read, move, correct, custodian, add];
