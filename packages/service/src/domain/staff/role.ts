import { STAFF_ROLES, type StaffRole } from '../account/person.ts';

const CASES: readonly StaffRole[] = ['agent', 'supervisor', 'administrator'];
/** What says whose word counts, and how much a merchant may do. */
const RULES: readonly StaffRole[] = ['supervisor', 'administrator'];
/** Who works here, and as what. */
const STAFF: readonly StaffRole[] = ['administrator'];
const ANYBODY: readonly StaffRole[] = STAFF_ROLES;

/**
 * **Who may do what**: every verb of the desk, as the audit trail names it, and the roles that may do it. An auditor
 * reads all, files too, and changes nothing but their own name and tokens.
 */
export const STAFF_VERBS = {
  'review.confirm': CASES,
  'review.reject': CASES,
  'suspense.assign': CASES,
  'suspense.refund': CASES,
  'suspense.unmark': CASES,
  'suspense.void': CASES,
  'suspense.capital': CASES,
  'transaction.confirm_late': CASES,
  'transaction.refund': CASES,
  'transaction.refund.done': CASES,
  'transaction.refund.refused': CASES,
  'rail.ask': CASES,
  'refund.create': CASES,
  'refund.send': CASES,
  'refund.fail': CASES,
  'account.read': CASES,
  'settlement.draft': CASES,
  'settlement.approve': CASES,
  'settlement.cancel': CASES,
  'settlement.order': CASES,
  'settlement.send': CASES,
  'settlement.doubt': CASES,
  'settlement.fail': CASES,
  'settlement.prove': CASES,
  'settlement.terms': RULES,
  'payout.confirm': RULES,
  'payout.refuse': RULES,
  'bank.add': RULES,
  'alert.close': CASES,
  'feed.anchor': CASES,
  'feed.sweep': CASES,
  'feed.close': CASES,
  'book.explain': CASES,
  'book.disown': CASES,
  'ledger.correct': CASES,
  'ledger.move': CASES,
  'statement.import': CASES,
  'statement.settle': CASES,
  'statement.refuse': CASES,
  'gateway.inbox': CASES,
  'gateway.pause': CASES,
  'gateway.change': RULES,
  'sms.ingest': CASES,
  'sms.replay': CASES,
  'numbers.add': RULES,
  'numbers.pause': CASES,
  'numbers.resume': CASES,
  'numbers.senders': RULES,
  'template.add': RULES,
  'template.confirm': RULES,
  'template.revoke': RULES,
  'statement.confirm_profile': RULES,
  'tariff.set': RULES,
  'fees.set': RULES,
  'custodian.set': RULES,
  'merchant.allowance': RULES,
  'merchant.freeze': RULES,
  'merchant.unfreeze': RULES,
  'merchant.create_key': RULES,
  'merchant.revoke_key': RULES,
  'merchant.checkout': RULES,
  'link.create': CASES,
  'link.close': CASES,
  'webhook.release': CASES,
  'kyc.look': RULES,
  'kyc.approve': RULES,
  'kyc.send_back': RULES,
  'file.take': ANYBODY,
  'staff.added': STAFF,
  'staff.role': STAFF,
  'staff.ended': STAFF,
  'staff.token.revoke': STAFF,
  'staff.own_name': ANYBODY,
  'staff.own_token.create': ANYBODY,
  'staff.own_token.approve': ANYBODY,
  'staff.own_token.revoke': ANYBODY,
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffVerb = keyof typeof STAFF_VERBS;

export function isStaffVerb(text: string): text is StaffVerb {
  return Object.hasOwn(STAFF_VERBS, text);
}

export function mayDo(role: StaffRole, verb: StaffVerb): boolean {
  return STAFF_VERBS[verb].includes(role);
}

/** Whether somebody of a role may do what is told with one of its endings: to propose it, and to take that back. */
export function mayRecord(role: StaffRole, action: string): boolean {
  const verb = action.replace(/\.(?:proposed|withdrawn)$/, '');
  return isStaffVerb(verb) && mayDo(role, verb);
}
