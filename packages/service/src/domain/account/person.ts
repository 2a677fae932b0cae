import type { Environment } from '../operator.ts';

export const LANGUAGES = ['fr', 'ar', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a member may be in a merchant's team. Access is a set of roles at each page, so none contains another. */
export const MEMBER_ROLES = ['owner', 'developer', 'accountant', 'cashier'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** What a person of Chari may be: `domain/staff/role.ts` says who may do what. */
export const STAFF_ROLES = ['agent', 'supervisor', 'administrator', 'auditor'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const isMemberRole = (text: string): text is MemberRole => MEMBER_ROLES.some((role) => role === text);

/** Somebody who has an account. */
export type Account = {
  id: string;
  /** In small letters. */
  email: string;
  name: string;
  language: Language;
};

/** A merchant in whose team the person is, and as what. */
export type Membership = {
  merchant_id: string;
  merchant_name: string;
  kyc_status: 'PENDING' | 'APPROVED';
  role: MemberRole;
};

/** Somebody whose browser is signed in, as its session's row says at this moment. */
export type Person = {
  session_id: string;
  account: Account;
  /** When they last proved who they are, in this browser. */
  proved_at: Date;
  has_second_factor: boolean;
  /** The merchant that this browser works for; null: in no team. */
  membership: Membership | null;
  /** Null: not of Chari's staff. */
  staff_role: StaffRole | null;
};

/** A signed-in person in the team of the merchant that the page is about. */
export type Member = Person & { membership: Membership };
/** A signed-in person of Chari's staff, whose session has passed a second factor. */
export type StaffPerson = Person & { staff_role: StaffRole };

/** Where a merchant's pages begin: who may use live mode sees it first. */
export function firstEnvironment(membership: Pick<Membership, 'kyc_status'>): Environment {
  return membership.kyc_status === 'APPROVED' ? 'live' : 'test';
}
