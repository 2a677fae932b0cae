import { defaultScopes, isScope, scopesFor, scopesOfMember } from '../../../domain/keys.ts';
import { isFresh } from '../../../engine/account/own.ts';
import {
  createKeyAsMember,
  type ListedKey,
  listMerchantKeys,
  revokeKeyAsMember,
} from '../../../engine/keys/members.ts';
import { moment } from '../../format.ts';
import type { Wrong } from '../../frame/form.ts';
import { COPY_SCRIPT, secretOnce } from '../../frame/once.ts';
import {
  badge,
  button,
  card,
  checkBox,
  field,
  linkButton,
  note,
  postForm,
  problem,
  table,
} from '../../frame/parts.ts';
import {
  type Answer,
  type AnyPage,
  confirmThen,
  goTo,
  type MemberVisit,
  memberPage,
  NOT_FOUND,
  proveFirst,
  show,
} from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { AT, callerOf, DEVELOPERS, tabs, wordsOf } from './room.ts';

const LIVE_KEYS = AT.keys.replace(':environment', 'live');
const LINK = { place: 60, label: { fr: 'Développeurs', ar: 'المطوّرون', en: 'Developers' } };

async function showKeys(visit: MemberVisit, wrong: Wrong, status = 200): Promise<Answer> {
  const { keys } = wordsOf(visit);
  const rows = (await listMerchantKeys(visit.services, callerOf(visit))).map((key) => rowOf(visit, key));
  const { name, key, by, used, state } = keys.columns;
  const heads = [name, key, by, used, state, ''].map((label) => ({ label }));
  return show({
    title: wordsOf(visit).developers,
    status,
    content: html`${tabs(visit, 'keys')}<p>${keys.intro}</p>
${table(visit, heads, rows, keys.nothing)}${card(keys.create, createForm(visit, wrong))}`,
  });
}

function rowOf(visit: MemberVisit, key: ListedKey) {
  const { keys } = wordsOf(visit);
  const is_active = key.revoked_at === null;
  return [
    html`<span><bdi>${key.name ?? '–'}</bdi>${scopesPart(visit, key)}</span>`,
    html`<code>service_${key.environment}_…${key.last4}</code>`,
    html`<span>${moment(visit.words, key.created_at)}<br><bdi>${key.created_by_name ?? keys.by_staff}</bdi>${whoseMail(key)}</span>`,
    key.last_used_at === null ? keys.never : moment(visit.words, key.last_used_at),
    badge(is_active ? keys.active : keys.revoked, is_active ? 'good' : 'off'),
    is_active
      ? html`<a class="btn danger small" href="${visit.at(`${AT.keys}/${key.id}/revoke`)}">${keys.revoke}</a>`
      : NOTHING,
  ];
}

/** A name is whatever its owner says; a mail address is one person's. */
const whoseMail = ({ created_by_email }: ListedKey): SafeHtml =>
  created_by_email === null ? NOTHING : html`<br><bdi dir="ltr" class="soft">${created_by_email}</bdi>`;

function scopesPart(visit: MemberVisit, { scopes, environment }: ListedKey): SafeHtml {
  const { keys } = wordsOf(visit);
  const count = html`<bdi>${scopes.length}/${scopesFor(environment).length}</bdi>`;
  return html`<details><summary>${keys.rights} ${count}</summary>${scopes.map((scope) => html`<code>${scope}</code><br>`)}</details>`;
}

function createForm(visit: MemberVisit, wrong: Wrong): SafeHtml {
  const { keys } = wordsOf(visit);
  const { environment, form, person, services } = visit;
  if (environment === 'live' && person.membership.kyc_status !== 'APPROVED')
    return note(html`<p>${keys.kyc_required}</p>`, 'warn');
  if (environment === 'live' && !isFresh(person, visit.now))
    return html`<p>${keys.prove_first}</p><p>${linkButton(keys.create, confirmThen(visit, LIVE_KEYS), 'main')}</p>`;
  const offered = scopesOfMember(environment, person.membership.role);
  const ticked = form.has('id') ? form.all('scopes') : defaultScopes(environment);
  const boxes = offered.map((scope) =>
    checkBox({
      name: 'scopes',
      value: scope,
      label: html`<code>${scope}</code>`,
      is_on: ticked.includes(scope),
    }),
  );
  const content = html`${problem(wrong)}<input type="hidden" name="id" value="${services.newId()}">
${field({ name: 'name', label: keys.name, hint: keys.name_hint, value: form.text('name'), max_length: 100, autocomplete: 'off' }, wrong)}
<fieldset><legend>${keys.scopes}</legend><p class="hint">${keys.all_scopes}</p>
${wrong.scopes === undefined ? NOTHING : html`<p class="wrong" role="alert">${wrong.scopes}</p>`}${boxes}</fieldset>
${button(keys.save)}`;
  return postForm(visit, visit.at(AT.keys), content);
}

const keyList = memberPage(DEVELOPERS, {
  path: AT.keys,
  link: LINK,
  get: (visit) => showKeys(visit, {}),
  post: async (visit) => {
    const { keys } = wordsOf(visit);
    const { environment, form, actor, services } = visit;
    const scopes = form.all('scopes').filter(isScope);
    if (environment === 'live' && !isFresh(visit.person, visit.now))
      return proveFirst(visit, LIVE_KEYS, keys.prove_first);
    const asked = { environment, id: form.text('id'), name: form.text('name'), scopes };
    const outcome = await createKeyAsMember(services, actor, asked);
    switch (outcome.kind) {
      case 'created':
        return show({
          title: keys.made,
          content: shownOnce(visit, outcome.key),
          status: 201,
          script: COPY_SCRIPT,
        });
      case 'name_unusable':
        return showKeys(visit, { name: keys.name_wrong }, 422);
      case 'scopes_unusable':
        return showKeys(visit, { scopes: keys.scopes_wrong }, 422);
      case 'kyc_required':
        return showKeys(visit, {}, 403);
      case 'too_many_keys':
        return showKeys(visit, { '': keys.too_many }, 422);
      case 'already_made':
        return goTo(visit.at(AT.keys), keys.already_made, 'warn');
    }
  },
});

/** The one page that a whole key stands on; no cache keeps it, and no address leads to it. */
function shownOnce(visit: MemberVisit, key: string): SafeHtml {
  const { keys } = wordsOf(visit);
  return html`${note(html`<p><strong>${keys.once}</strong></p><p>${keys.keep}</p>`, 'warn')}
${secretOnce(visit, key, 'key')}<p>${linkButton(wordsOf(visit).back, visit.at(AT.keys))}</p>`;
}

const revoke = memberPage(DEVELOPERS, {
  path: `${AT.keys}/:id/revoke`,
  get: async (visit) => {
    const { keys, back } = wordsOf(visit);
    const listed = await listMerchantKeys(visit.services, callerOf(visit));
    const key = listed.find(({ id }) => id === visit.params.id?.toLowerCase());
    if (key === undefined || key.revoked_at !== null) return NOT_FOUND;
    const action = visit.at(`${AT.keys}/${key.id}/revoke`);
    const content = html`<p><bdi>${key.name ?? '–'}</bdi> <code>…${key.last4}</code></p><p>${keys.revoke_text}</p>
<div class="actions">${postForm(visit, action, button(keys.revoke, { kind: 'danger' }))}${linkButton(back, visit.at(AT.keys))}</div>`;
    return show({ title: keys.revoke_sure, content });
  },
  post: async (visit) => {
    const { environment, actor, services } = visit;
    const asked = { environment, key_id: visit.params.id ?? '' };
    const key = await revokeKeyAsMember(services, actor, asked);
    return key === null ? NOT_FOUND : goTo(visit.at(AT.keys), wordsOf(visit).keys.was_revoked);
  },
});

export const KEY_PAGES: readonly AnyPage[] = [keyList, revoke];
