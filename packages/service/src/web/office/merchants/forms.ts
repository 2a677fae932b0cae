import type { ApiKey } from '../../../domain/keys.ts';
import { isDocumentKind } from '../../../domain/kyc/document.ts';
import { OPERATORS } from '../../../domain/operator.ts';
import { ALLOWANCE_MAX } from '../../../domain/reservation/allowance.ts';
import type { MerchantFile } from '../../../engine/desk/merchants/merchant-file.ts';
import { PROFILE_WORDS } from '../../dashboard/profile/parts.ts';
import { colon, moment } from '../../format.ts';
import { badge, button, card, facts, field, postForm, table } from '../../frame/parts.ts';
import type { Catalogue, StaffVisit } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { sayWho } from '../terms/say.ts';
import { ar } from './words/ar.ts';
import { en } from './words/en.ts';
import { fr } from './words/fr.ts';
import type { MerchantWords } from './words/words.ts';

export const MERCHANT_WORDS: Catalogue<MerchantWords> = { fr, ar, en };

/** A form that opens on demand, and by itself where something in it is wrong. */
function fold(
  label: string,
  form: SafeHtml,
  names: readonly string[],
  wrong: Record<string, string>,
): SafeHtml {
  const is_open = names.some((name) => wrong[name] !== undefined);
  return html`<details${is_open ? html` open` : NOTHING}><summary>${label}</summary>${form}</details>`;
}

/** Why something is decided. Several forms of one page ask for it, so each names its own. */
export function noteField(visit: StaffVisit, form: string, wrong: Record<string, string>): SafeHtml {
  const words = MERCHANT_WORDS[visit.language];
  return field({ name: `note-${form}`, label: words.note, hint: words.note_hint, max_length: 2000 }, wrong);
}

/** The note of a form; null where it is no reason. */
export function noteOf(visit: StaffVisit, form: string): string | null {
  const note = visit.form.text(`note-${form}`);
  return note === '' || Array.from(note).length > 2000 ? null : note;
}

export function allowanceCard(
  visit: StaffVisit,
  file: MerchantFile,
  wrong: Record<string, string>,
): SafeHtml {
  const words = MERCHANT_WORDS[visit.language];
  const rows = OPERATORS.map((operator): [Part, Part] => {
    const set = file.allowances.find((one) => one.operator === operator)?.sessions;
    return [visit.words.operators[operator], set ?? words.earned];
  });
  const forms = OPERATORS.map((operator) => {
    const name = `sessions-${operator}`;
    const set = file.allowances.find((one) => one.operator === operator)?.sessions ?? '';
    const label = `${words.sessions}, ${visit.words.operators[operator]}`;
    const count = {
      name,
      label,
      hint: words.sessions_hint,
      value: String(set),
      inputmode: 'numeric' as const,
    };
    const form = postForm(
      visit,
      visit.at(`/office/merchants/${file.merchant.id}/allowance`),
      html`<input type="hidden" name="operator" value="${operator}">${field(
        { ...count, is_optional: true, is_ltr: true },
        wrong,
      )}${noteField(visit, `allowance-${operator}`, wrong)}${button(words.set, { kind: 'two' })}`,
    );
    const names = [name, `note-allowance-${operator}`];
    return fold(`${words.set}${colon(visit)}${visit.words.operators[operator]}`, form, names, wrong);
  });
  return card(words.allowance, html`<p>${words.allowance_text}</p>${facts(rows)}${forms}`, {
    id: 'allowance',
  });
}

/** The number of a form: null for what is earned, undefined for what is no number of sessions. */
export function sessionsTyped(text: string): number | null | undefined {
  if (text === '') return null;
  return /^[0-9]{1,6}$/.test(text) && Number(text) <= ALLOWANCE_MAX ? Number(text) : undefined;
}

export function keysCard(
  visit: StaffVisit,
  file: MerchantFile,
  decides: boolean,
  wrong: Record<string, string>,
): SafeHtml {
  const words = MERCHANT_WORDS[visit.language];
  const { key, environment, created, state } = words.key_columns;
  const rows = file.keys.map((one): Part[] => [
    html`<bdi class="code">service_${one.environment}_…${one.last4}</bdi>`,
    one.environment,
    moment(visit.words, one.created_at),
    one.revoked_at === null
      ? html`<div>${badge(words.active, 'good')}${decides ? revocation(visit, one, wrong) : NOTHING}</div>`
      : html`${badge(words.revoked, 'off')} ${moment(visit.words, one.revoked_at)}`,
  ]);
  const columns = [key, environment, created, state].map((label) => ({ label }));
  return card(words.keys, table(visit, columns, rows, words.no_keys), { id: 'keys' });
}

function revocation(visit: StaffVisit, { merchant_id, id }: ApiKey, wrong: Record<string, string>): SafeHtml {
  const words = MERCHANT_WORDS[visit.language];
  const form = postForm(
    visit,
    visit.at(`/office/merchants/${merchant_id}/keys/${id}/revoke`),
    html`<p>${words.revoke_text}</p>${noteField(visit, id, wrong)}${button(words.revoke, { kind: 'danger' })}`,
  );
  return fold(words.revoke, form, [`note-${id}`], wrong);
}

export function freezeCard(
  visit: StaffVisit,
  { merchant }: MerchantFile,
  wrong: Record<string, string>,
): SafeHtml {
  const words = MERCHANT_WORDS[visit.language];
  const forms = (['live', 'test'] as const).map((environment) => {
    const since = environment === 'live' ? merchant.frozen_live_at : merchant.frozen_test_at;
    const freezes = since === null;
    const may_need_two = environment === 'live' && !freezes;
    const label = freezes ? words.freezes[environment] : words.unfreezes[environment];
    const form = `${freezes ? 'freeze' : 'unfreeze'}-${environment}`;
    const state =
      since === null
        ? words.not_frozen[environment]
        : html`${badge(words.frozen[environment], 'bad')} ${moment(visit.words, since)}`;
    const drawn = postForm(
      visit,
      visit.at(`/office/merchants/${merchant.id}/${freezes ? 'freeze' : 'unfreeze'}`),
      html`${may_need_two ? html`<p>${words.unfreeze_text}</p>` : NOTHING}<input type="hidden" name="environment" value="${environment}">${noteField(visit, form, wrong)}${button(
        label,
        {
          kind: freezes ? 'danger' : 'two',
        },
      )}`,
    );
    return html`<p>${state}</p>${fold(label, drawn, [`note-${form}`], wrong)}`;
  });
  return card(words.freeze, html`<p>${words.freeze_text}</p>${forms}`, { id: 'freeze' });
}

export function recordCard(visit: StaffVisit, { actions }: MerchantFile): SafeHtml {
  const words = MERCHANT_WORDS[visit.language];
  const { at, who, what, why } = words.record_columns;
  const rows = actions.map((one): Part[] => [
    moment(visit.words, one.at),
    sayWho(one),
    whatOf(visit, one),
    html`<bdi>${one.note}</bdi>`,
  ]);
  return card(
    words.record,
    table(
      visit,
      [at, who, what, why].map((label) => ({ label })),
      rows,
    ),
  );
}

/** What was done, with what it was done to. */
function whatOf(visit: StaffVisit, { action, detail }: MerchantFile['actions'][number]): Part {
  const words = MERCHANT_WORDS[visit.language];
  const said = words.actions[action] ?? action;
  const { document, environment, version, last4 } = detail as Readonly<
    Record<string, string | number | undefined>
  >;
  if (typeof document === 'string' && isDocumentKind(document))
    return [said, ': ', PROFILE_WORDS[visit.language].kinds[document].label];
  const about = last4 ?? environment ?? version;
  return about === undefined ? said : [said, ': ', html`<bdi>${about}</bdi>`];
}
