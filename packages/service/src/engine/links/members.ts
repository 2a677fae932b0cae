import type { Actor } from '../../domain/account/actions.ts';
import { hasTerms, type LinkTerms } from '../../domain/link/forms.ts';
import type { PaymentLink } from '../../domain/link/link.ts';
import type { Environment } from '../../domain/operator.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { recordDone } from '../actions.ts';
import type { Services } from '../services.ts';
import { type CreateLinkOutcome, createLinks, createNamedLinks, retrieveLinks, setLinks } from './links.ts';

type MemberActor = Actor & { merchant_id: string };
type MemberServices = Services & { randomBytes: (count: number) => Uint8Array };

/**
 * Makes a link for a member's merchant, and puts on record who did. A form that is sent twice makes one: its mark is the
 * link's id. What another link has as its id, of other terms, of another merchant or closed since, is no mark, and the link
 * is made with a new one.
 * @param asked `once`: a UUID, the mark of the form; null: there is none
 */
export function createLinkAsMember(
  services: MemberServices,
  actor: MemberActor,
  { once, ...asked }: { environment: Environment; terms: LinkTerms; once: string | null },
): Promise<CreateLinkOutcome> {
  return atomically(services.pool, async (client) => {
    const { merchant_id } = actor;
    const own = { ...services, pool: client };
    const command = { ...asked, merchant_id, created_by: actor.account_id };
    const id_asked = (once ?? services.newId()).toLowerCase();
    const [tried = NOBODY] = await createNamedLinks(own, [{ ...command, id: id_asked }]);
    if (tried.kind === 'id_taken') {
      const { environment } = asked;
      const [found] = await retrieveLinks(own, [{ link_id: id_asked, merchant_id, environment }]);
      if (found && found.closed_at === null && hasTerms(found, asked.terms))
        return { kind: 'created', link: found };
    }
    const [outcome = NOBODY] = tried.kind === 'id_taken' ? await createLinks(own, [command]) : [tried];
    if (outcome.kind !== 'created') return outcome;
    const { id, environment, code } = outcome.link;
    await recordDone(services, client, actor, [
      { action: 'payment_link.created', subject_id: id, detail: { environment, code } },
    ]);
    return outcome;
  });
}

const NOBODY = { kind: 'merchant_not_found' } as const;

/**
 * Closes a link of a member's merchant, or opens it again; null where there is none such. At once nothing is made by a
 * closed one; its page may show the form for a second more.
 */
export function setLinkAsMember(
  services: Services,
  actor: MemberActor,
  asked: { environment: Environment; link_id: string; is_closed: boolean },
): Promise<PaymentLink | null> {
  return atomically(services.pool, async (client) => {
    const { merchant_id } = actor;
    const [found] = await setLinks({ ...services, pool: client }, [{ ...asked, merchant_id }]);
    if (!found) return null;
    const action = asked.is_closed ? 'payment_link.closed' : 'payment_link.reopened';
    const { id, environment, code } = found;
    await recordDone(services, client, actor, [{ action, subject_id: id, detail: { environment, code } }]);
    return found;
  });
}
