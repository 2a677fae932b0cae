import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import { type StaffToken, TOKEN_DAYS, TOKEN_DAYS_MAX, tokenState } from '../../../domain/staff/token.ts';
import { postMails } from '../../../engine/mail/account-mails.ts';
import { listOwnTokens } from '../../../engine/staff/people.ts';
import { approveTokens, createTokens, revokeTokens, type TellOwner } from '../../../engine/staff/tokens.ts';
import { moment } from '../../format.ts';
import { COPY_SCRIPT, secretOnce } from '../../frame/once.ts';
import { badge, button, card, facts, field, linkButton, note, postForm } from '../../frame/parts.ts';
import {
  type Answer,
  type AnyPage,
  goTo,
  NOT_FOUND,
  type StaffVisit,
  show,
  staffPage,
  surely,
} from '../../frame/table.ts';
import { html, type SafeHtml } from '../../html.ts';
import { signatureByVisit, wordsOf } from '../decision/decision.ts';
import { code } from '../terms/say.ts';

const TONES = { waits: 'wait', valid: 'good', expired: 'off', revoked: 'off' } as const;

const tokens = staffPage(STAFF_ROLES, {
  path: '/office/tokens',
  link: { place: 60, label: { fr: 'Jetons', ar: 'الرموز', en: 'Tokens' } },
  get: async (visit) => {
    const { staff: words } = wordsOf(visit);
    const own = await listOwnTokens(visit.services, visit.person.account.id);
    const make = postForm(
      visit,
      visit.at('/office/tokens'),
      html`${field({ name: 'name', label: words.token_name, max_length: 100 })}${field({
        name: 'days',
        label: words.token_days,
        value: String(TOKEN_DAYS),
        inputmode: 'numeric',
        is_ltr: true,
      })}${button(words.token_make)}`,
    );
    const content = html`${own.length === 0 ? html`<p class="empty">${words.none}</p>` : own.map((one) => drawToken(visit, one))}${card(words.token_make, make)}`;
    return show({ title: words.own, content });
  },
  post: (visit) => surely(visit, '/office/tokens', () => make(visit)),
});

async function make(visit: StaffVisit): Promise<Answer> {
  const { staff: words } = wordsOf(visit);
  const days = visit.form.whole('days', 3) ?? Number.NaN;
  const name = visit.form.text('name').slice(0, 100);
  const is_usable = name !== '' && Number.isInteger(days) && days >= 1 && days <= TOKEN_DAYS_MAX;
  if (!is_usable)
    return goTo(visit.at('/office/tokens'), `${words.token_days}: 1 – ${TOKEN_DAYS_MAX}`, 'warn');
  const [made] = await createTokens(
    visit.services,
    [
      {
        ...signatureByVisit(visit, words.token_make),
        ...{ of: visit.person.account.id, name, days, is_approved: true },
        random_bytes: visit.services.randomBytes(32),
      },
    ],
    tellOwner(visit),
  );
  if (made?.kind !== 'created') return goTo(visit.at('/office/tokens'), words.too_many, 'warn');
  const content = card(
    html`<bdi>${name}</bdi>`,
    html`${note(words.token_once, 'warn')}${secretOnce(visit, made.secret, 'token')}<p>${words.token_use}</p>${linkButton(words.own, visit.at('/office/tokens'))}`,
  );
  return show({ title: words.token_make, content, script: COPY_SCRIPT });
}

/** Whoever sits at somebody else's open browser makes a token that signs in that one's name: they hear of it. */
function tellOwner({ services, person }: StaffVisit): TellOwner {
  const { email: to, language } = person.account;
  return (client) => postMails(services, client, [{ to, language, about: { kind: 'staff_token_made' } }]);
}

function drawToken(visit: StaffVisit, token: StaffToken): SafeHtml {
  const { staff: words } = wordsOf(visit);
  const state = tokenState(token, visit.now);
  const at = (verb: string) => visit.at(`/office/tokens/${token.id}/${verb}`);
  const approve =
    state === 'waits'
      ? html`${note(words.approve_note, 'warn')}${postForm(visit, at('approve'), button(words.approve))}`
      : null;
  const revoke =
    state === 'waits' || state === 'valid'
      ? postForm(visit, at('revoke'), button(words.revoke, { kind: 'danger' }))
      : null;
  return card(
    html`<bdi>${token.name}</bdi> ${badge(words.token_states[state], TONES[state])}`,
    html`${facts([
      [words.ends_with, code(`…${token.last4}`)],
      [words.since, moment(visit.words, token.created_at)],
      [words.good_until, moment(visit.words, token.expires_at)],
    ])}<div class="actions">${approve}${revoke}</div>`,
  );
}

/** Both of one's own alone: somebody else's token is nowhere. */
const change = (what: 'approve' | 'revoke') =>
  staffPage(STAFF_VERBS[`staff.own_token.${what}`], {
    path: `/office/tokens/:id/${what}`,
    post: async (visit) => {
      const { id: token_id = '' } = visit.params;
      const own = isUuid(token_id) ? await listOwnTokens(visit.services, visit.person.account.id) : [];
      if (!own.some(({ id }) => id === token_id)) return NOT_FOUND;
      const { staff: words } = wordsOf(visit);
      const commands = [{ token_id, ...signatureByVisit(visit, words[what]) }];
      const act = async () => {
        await (what === 'approve'
          ? approveTokens(visit.services, commands, tellOwner(visit))
          : revokeTokens(visit.services, commands));
        return goTo(visit.at('/office/tokens'), words.done);
      };
      return what === 'approve' ? surely(visit, '/office/tokens', act) : act();
    },
  });

export const TOKEN_PAGES: readonly AnyPage[] = [tokens, change('approve'), change('revoke')];
