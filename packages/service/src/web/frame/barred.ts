import type { FastifyRequest } from 'fastify';
import type { Person } from '../../domain/account/person.ts';
import type { Meeting } from './meeting.ts';
import { type Answer, type AnyPage, goTo, type OpenVisit } from './table.ts';
import type { Refusal } from './words.ts';

/** Why somebody may not open a page: a refusal, or where to go first. Null: they may, and `visit` is made theirs. */
export function barredBy(page: AnyPage, met: Meeting, request: FastifyRequest): Refusal | Answer | null {
  const { visit } = met;
  const named = visit.params.environment;
  if (named !== undefined && named !== 'test' && named !== 'live') return 'not_found';
  if (page.for === 'anybody') return null;
  const { person } = visit;
  if (person === null) return goTo(signInWith(visit, request));
  return page.for === 'person' ? null : barredByRole(page, met, person);
}

function barredByRole(
  page: Extract<AnyPage, { for: 'member' | 'staff' }>,
  met: Meeting,
  { account, membership, staff_role, has_second_factor }: Person,
): Refusal | Answer | null {
  const { visit } = met;
  if (page.for === 'staff') {
    // Nobody else learns what there is.
    if (staff_role === null) return 'not_found';
    // Whoever signed in before they were staff signs in again, with it.
    if (!has_second_factor) return goTo(visit.at('/account'));
    return page.roles.includes(staff_role) ? null : 'forbidden';
  }
  if (membership === null) return goTo(visit.at('/account'));
  if (!page.roles.includes(membership.role)) return 'forbidden';
  visit.merchant_id = membership.merchant_id;
  visit.actor = { account_id: account.id, merchant_id: membership.merchant_id };
  visit.environment = met.environment;
  if (visit.params.environment !== undefined && visit.cookie('environment') !== met.environment)
    visit.keepCookie('environment', met.environment);
  return null;
}

/** After signing in, the page that was asked for; a form that was sent is not sent again. */
function signInWith(visit: OpenVisit, request: FastifyRequest): string {
  const sign_in = visit.at('/account/sign-in');
  return request.method === 'GET' ? `${sign_in}?next=${encodeURIComponent(request.url)}` : sign_in;
}
