/** Who is in a team, and in what role; and how its people sign in. Of these whoever takes a merchant over needs one. */
export const TEAM_CHANGES = [
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.left',
  'password.changed',
  'password.reset',
  'totp.added',
  'totp.removed',
  'passkey.added',
  'passkey.removed',
] as const;

/**
 * What signed-in people do that is put on record, for their merchant and themselves to read: each has a sentence in
 * every language (`web/dashboard/team/words.ts`).
 */
export const MEMBER_ACTIONS = [
  ...TEAM_CHANGES,
  'merchant.opened',
  'member.invited',
  'invitation.revoked',
  'settings.changed',
  'kyc.saved',
  'kyc.submitted',
  'kyc.withdrawn',
  'kyc.document_added',
  'kyc.document_removed',
  'profile.renamed',
  'recovery_codes.made',
  'payment.begun',
  'payment.cancelled',
  'refund.created',
  'payout.asked',
  'payout.withdrawn',
  'settlement.schedule',
  'settlement.asked',
  'settlement.exported',
  'transfers.exported',
  'fees.exported',
  'payments.exported',
  'payment_link.created',
  'payment_link.closed',
  'payment_link.reopened',
  'key.created',
  'key.revoked',
  'webhook_endpoint.created',
  'webhook_endpoint.changed',
  'webhook_endpoint.removed',
  'webhook_endpoint.rotated',
  'webhook_endpoint.tested',
  // Once written where a payment's page sent one again.
  'webhook.resent',
  'webhook_delivery.resent',
  'webhook_deliveries.resent',
] as const;

export type MemberActionName = (typeof MEMBER_ACTIONS)[number];

/** Who did something. Without a merchant it is about the account itself. */
export type Actor = { account_id: string; merchant_id: string | null };

/** A command that a signed-in person may have given; without `by` it came with a key, and no person is known. */
export type ByPerson = { by?: Actor };
