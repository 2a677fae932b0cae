import type { MemberRole } from '../../../domain/account/person.ts';

/** Who takes money at the counter. */
export const COUNTERING: readonly MemberRole[] = ['owner', 'developer', 'cashier'];
