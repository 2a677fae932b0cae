export const KYC_STATES = ['DRAFT', 'SUBMITTED', 'SENT_BACK', 'APPROVED'] as const;
export type KycState = (typeof KYC_STATES)[number];

/** `edit`, `submit` and `withdraw` come from the merchant, `approve` and `send_back` from staff. */
export const KYC_TRIGGERS = ['edit', 'submit', 'withdraw', 'approve', 'send_back'] as const;
export type KycTrigger = (typeof KYC_TRIGGERS)[number];

/**
 * What can happen to a merchant's profile. A pair that is not listed does not happen. What is SUBMITTED stays as it
 * is until it is decided or taken back, so staff decide about what they have seen. An approval stands while a later
 * profile is written and looked at. The database holds the same table in a trigger.
 */
const KYC_TRANSITIONS: Readonly<Record<KycState, Partial<Record<KycTrigger, KycState>>>> = {
  DRAFT: { edit: 'DRAFT', submit: 'SUBMITTED' },
  SUBMITTED: { withdraw: 'DRAFT', approve: 'APPROVED', send_back: 'SENT_BACK' },
  SENT_BACK: { edit: 'SENT_BACK', submit: 'SUBMITTED' },
  APPROVED: { edit: 'DRAFT' },
};

/** The next state, or null when this trigger does not move a profile in this state. */
export function kycTransition(from: KycState, trigger: KycTrigger): KycState | null {
  return KYC_TRANSITIONS[from][trigger] ?? null;
}
