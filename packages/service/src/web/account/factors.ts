import { ownPath, readName } from '../../domain/account/credentials.ts';
import type { Account, Person } from '../../domain/account/person.ts';
import { isFresh } from '../../engine/account/own.ts';
import { addPasskey, passkeyOffer } from '../../engine/account/passkeys.ts';
import { confirmPassword } from '../../engine/account/passwords.ts';
import { type RemoveFactorOutcome, removePasskey, removeTotp } from '../../engine/account/remove-factor.ts';
import { completeHalf, findHalf } from '../../engine/account/second-factor.ts';
import {
  confirmTotp,
  offerTotp,
  renewRecoveryCodes,
  standingOffer,
  type TotpOffer,
} from '../../engine/account/totp.ts';
import type { Wrong } from '../frame/form.ts';
import { button, facts, field, linkButton, postForm, problem } from '../frame/parts.ts';
import {
  type Answer,
  type AnyPage,
  goTo,
  NOT_FOUND,
  openPage,
  type PersonVisit,
  personPage,
  surely,
  type Visit,
} from '../frame/table.ts';
import { html } from '../html.ts';
import { qrCode } from '../qr.ts';
import { askerOf, box, keepSession, statusOf, wordsOf } from './forms.ts';

const confirm = personPage({
  path: '/account/confirm',
  get: (visit) => drawConfirm(visit, ownPath(visit.query.get('next')) ?? '/account', {}),
  post: async (visit) => {
    const next = ownPath(visit.form.text('next')) ?? '/account';
    const outcome = await confirmPassword(visit.services, visit.person, visit.form.raw('password'));
    if (outcome === 'confirmed') return goTo(visit.at(next));
    const words = wordsOf(visit);
    return drawConfirm(visit, next, { password: outcome === 'wrong' ? words.confirm.wrong : words.too_many });
  },
});

function drawConfirm(visit: Visit, next: string, wrong: Wrong): Answer {
  const words = wordsOf(visit);
  const input = {
    name: 'password',
    label: words.password,
    type: 'password' as const,
    autocomplete: 'current-password',
    is_focused: true,
  };
  return box(
    words.confirm.title,
    html`<p>${words.confirm.text}</p>
${postForm(visit, visit.at('/account/confirm'), html`<input type="hidden" name="next" value="${next}">${field(input, wrong)}${button(words.confirm.submit)}`)}`,
    { status: statusOf(wrong) },
  );
}

/** The code app's QR code, its key to type, and the field for its first code. */
function drawTotp(visit: Visit, to: string, { uri, secret }: TotpOffer, wrong: Wrong): Answer {
  const words = wordsOf(visit);
  const input = {
    name: 'code',
    label: words.code,
    is_ltr: true,
    inputmode: 'numeric' as const,
    autocomplete: 'one-time-code',
    max_length: 10,
  };
  return box(
    words.totp.title,
    html`${problem(wrong)}<ol>${words.totp.steps.map((step) => html`<li>${step}</li>`)}</ol>
<div class="qr">${qrCode(uri, words.totp.qr)}</div>
${facts([[words.totp.secret, html`<code class="code">${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>`]])}
${postForm(visit, visit.at(to), html`${field(input, wrong)}${button(words.totp.submit)}`)}`,
    { status: statusOf(wrong) },
  );
}

/** Shown on the answer itself and never again. */
function drawCodes(visit: Visit, codes: readonly string[], next: string): Answer {
  const words = wordsOf(visit);
  return box(
    words.codes.title,
    html`<p>${words.codes.text}</p><ul class="secret">${codes.map((code) => html`<li><code class="code">${code}</code></li>`)}</ul>
${linkButton(words.codes.done, visit.at(next), 'main')}`,
  );
}

const totp = personPage({
  path: '/account/totp',
  get: (visit) =>
    surely(visit, '/account/totp', async () => {
      const { services, person } = visit;
      const offer =
        (await standingOffer(services, person.account)) ?? (await offerTotp(services, person.account));
      return offer === null ? goTo(visit.at('/account')) : drawTotp(visit, '/account/totp', offer, {});
    }),
  post: (visit) =>
    surely(visit, '/account/totp', async () => {
      const answer = await confirmOffer(visit, visit.person, '/account/totp');
      if ('shown' in answer) return answer.shown;
      return drawCodes(visit, answer.recovery_codes, '/account');
    }),
});

/** Confirms an offered code app, or draws the offer again. */
async function confirmOffer(
  visit: Visit,
  by: { account: Account; session_id: string },
  path: string,
): Promise<{ recovery_codes: string[] } | { shown: Answer }> {
  const { account } = by;
  const outcome = await confirmTotp(visit.services, by, visit.form.text('code'));
  if (outcome.kind === 'confirmed') return outcome;
  const offer = await standingOffer(visit.services, account);
  if (offer === null) return { shown: goTo(visit.at('/account')) };
  const words = wordsOf(visit);
  return {
    shown: drawTotp(visit, path, offer, {
      code: outcome.kind === 'wrong' ? words.totp.wrong : words.too_many,
    }),
  };
}

/** Staff set their second factor up before their session is whole. */
const enrolFactor = openPage({
  path: '/account/enrol/factor',
  get: async (visit) => {
    const half = await findHalf(visit.services, visit.cookie('session'));
    if (half === null || !half.enrols) return goTo(visit.at('/account/sign-in'));
    const { account } = half;
    const offer =
      (await standingOffer(visit.services, account)) ?? (await offerTotp(visit.services, account));
    return offer === null
      ? goTo(visit.at('/account/sign-in'))
      : drawTotp(visit, '/account/enrol/factor', offer, {});
  },
  post: async (visit) => {
    const half = await findHalf(visit.services, visit.cookie('session'));
    if (half === null || !half.enrols) return goTo(visit.at('/account/sign-in'));
    const answer = await confirmOffer(visit, half, '/account/enrol/factor');
    if ('shown' in answer) return answer.shown;
    const signed_in = await completeHalf(visit.services, half, askerOf(visit));
    if (signed_in !== null) keepSession(visit, signed_in.begun, signed_in.device);
    return drawCodes(visit, answer.recovery_codes, signed_in === null ? '/account/sign-in' : '/office');
  },
});

const removeApp = personPage({
  path: '/account/totp/remove',
  post: (visit) => remove(visit, (person) => removeTotp(visit.services, person)),
});

const removeKey = personPage({
  path: '/account/passkeys/remove',
  post: (visit) => remove(visit, (person) => removePasskey(visit.services, person, visit.form.text('id'))),
});

function remove(
  visit: PersonVisit,
  act: (person: Person) => Promise<RemoveFactorOutcome>,
): Promise<Answer> | Answer {
  return surely(visit, '/account', async () => {
    const words = wordsOf(visit);
    const outcome = await act(visit.person);
    if (outcome === 'last_factor') return goTo(visit.at('/account'), words.account.last_factor, 'warn');
    if (outcome === 'not_found') return NOT_FOUND;
    return goTo(visit.at('/account'), words.account.removed);
  });
}

const recovery = personPage({
  path: '/account/recovery-codes',
  post: (visit) =>
    surely(visit, '/account', async () =>
      drawCodes(visit, await renewRecoveryCodes(visit.services, visit.person.account), '/account'),
    ),
});

const passkeyAsked = personPage({
  path: '/account/passkeys/offer',
  post: async (visit) => {
    const value = isFresh(visit.person, visit.now)
      ? await passkeyOffer(visit.services, visit.person.account)
      : null;
    return value === null ? NOT_FOUND : { kind: 'data', value };
  },
});

const passkeyGiven = personPage({
  path: '/account/passkeys',
  post: (visit) =>
    surely(visit, '/account', async () => {
      const { services, person, form } = visit;
      const words = wordsOf(visit);
      const name = readName(form.text('name'), 100) ?? words.account.passkeys;
      const added = await addPasskey(services, person, { response: form.raw('response'), name });
      if (added.kind === 'refused') return goTo(visit.at('/account'), words.account.passkey_refused, 'warn');
      return added.recovery_codes === null
        ? goTo(visit.at('/account'), words.account.passkey_added)
        : drawCodes(visit, added.recovery_codes, '/account');
    }),
});

export const FACTOR_PAGES: readonly AnyPage[] = [
  confirm,
  totp,
  enrolFactor,
  removeApp,
  removeKey,
  recovery,
  passkeyAsked,
  passkeyGiven,
];
