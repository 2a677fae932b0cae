import { hash } from 'node:crypto';
import type { Language } from '../../domain/account/person.ts';
import { isFinal, pageState } from '../../domain/checkout/state.ts';
import type { CheckoutView } from '../../domain/checkout/view.ts';
import type { Drawn } from '../document.ts';
import { html, NOTHING, type SafeHtml } from '../html.ts';
import { WORDS } from '../language.ts';
import { drawMain, drawPage, type Main } from '../page.ts';
import { qrCode } from '../qr.ts';
import {
  checkingBody,
  countdownStyle,
  endedBody,
  listeningBody,
  openBody,
  otherMoneyBody,
  paidBody,
  reversedBody,
} from './bodies.ts';
import { scenarioButtons, testBanner } from './parts.ts';
import { type Retold, SCRIPT, type Sight } from './script.ts';

const REFRESH_SECONDS = 15;
/** 72 bits tell two states of one session apart, and every byte is paid for by the payer. */
const TAG_LENGTH = 12;

/** What the reader asked for beside the page itself. */
export type Wishes = {
  shows_qr?: boolean;
  refreshes?: boolean;
  retold?: Retold;
  is_impossible?: boolean;
};

export type Where = {
  /** The address of this page on its host, and as the world knows it. */
  path: string;
  address: string;
};

export function sightOf(
  view: CheckoutView,
  now: Date,
  language: Language,
  path: string,
  wishes: Wishes = {},
): Sight {
  const { retold, is_impossible } = wishes;
  return {
    view,
    now,
    language,
    path,
    state: pageState(view, now),
    words: WORDS[language],
    ...(retold === undefined ? {} : { retold }),
    ...(is_impossible === undefined ? {} : { is_impossible }),
  };
}

/**
 * Names all that the main part depends on. Seconds pass without another name: the countdown runs by itself, and a
 * page that asked has nothing new to read until something happened. How the operator's messages come matters where the
 * state says it, and nowhere else.
 */
export function tagOf({ view, state, language }: Sight): string {
  const feed = 'feed' in state ? state.feed : null;
  const all = [{ ...view, feed }, state.name, language, SCRIPT.length];
  const seen = hash('sha1', JSON.stringify(all), 'base64url');
  return `"${seen.slice(0, TAG_LENGTH)}"`;
}

/** The main part alone, for a page that asked again. */
export function checkoutMain(sight: Sight): SafeHtml {
  const { state, view, words, path, language } = sight;
  const status = statusOf(sight);
  const is_final = isFinal(state);
  return drawMain({
    state: state.name,
    tone: isGivenBack(state) ? 'off' : TONES[state.name],
    title: `${status} – ${view.merchant_name}`,
    status,
    body: html`<p class="note warn" data-offline hidden>${words.offline}</p>${bodyOf(sight)}${scenarioButtons(sight)}`,
    live: { path: `${path}/live?lang=${language}`, tag: tagOf(sight) },
    is_final,
  });
}

/** Paid, and all of it is back with its payer: at a counter the colour and the first word are what is looked at. */
const isGivenBack = (state: Sight['state']): boolean =>
  state.name === 'paid' && state.given_back?.is_all === true;

function statusOf({ state, words }: Sight): string {
  if (isGivenBack(state)) return words.paid.given_back.status;
  const is_unproven = state.name === 'late_money' && state.becomes === 'unproven';
  return words[is_unproven ? 'checking' : state.name].status;
}

const TONES: Readonly<Record<Sight['state']['name'], Main['tone']>> = {
  waiting: 'wait',
  last_minutes: 'warn',
  listening: 'warn',
  checking: 'warn',
  paid: 'done',
  reversed: 'bad',
  expired: 'off',
  cancelled: 'off',
  late_money: 'warn',
  not_taken: 'off',
};

function bodyOf(sight: Sight): SafeHtml {
  const { state } = sight;
  switch (state.name) {
    case 'waiting':
    case 'last_minutes':
      return openBody(sight, state);
    case 'listening':
      return listeningBody(sight, state);
    case 'checking':
      return checkingBody(sight, state);
    case 'paid':
      return paidBody(sight, state);
    case 'reversed':
      return reversedBody(sight);
    case 'expired':
    case 'cancelled':
      return endedBody(sight, state);
    case 'late_money':
    case 'not_taken':
      return otherMoneyBody(sight, state);
  }
}

/** The whole page of a session. */
export function checkoutPage(sight: Sight, { path, address }: Where, wishes: Wishes): Drawn {
  const { state, view, language } = sight;
  const style = countdownStyle(sight);
  const reloads = wishes.refreshes === true && !isFinal(state);
  return drawPage({
    language,
    path,
    title: `${statusOf(sight)} – ${view.merchant_name}`,
    banner: testBanner(sight),
    content: html`${checkoutMain(sight)}
${isFinal(state) ? NOTHING : byHand(sight, reloads)}
${qrPart(sight, address, wishes.shows_qr === true)}`,
    script: SCRIPT,
    ...(style === undefined ? {} : { style }),
    ...(reloads ? { refresh_seconds: REFRESH_SECONDS } : {}),
  });
}

/**
 * For a reader whose browser runs no script, or not this one, which hides it: nothing reloads unless asked to, and what was
 * asked for can be stopped. Where scripts run and this one finds too little to work with, it reloads by `data-reload`.
 */
function byHand({ words, path, language }: Sight, reloads: boolean): SafeHtml {
  const here = `${path}?lang=${language}`;
  return html`<section class="wide noprint" data-byhand aria-label="${words.look_again}">
<p><a class="btn full" href="${here}">${words.look_again}</a></p>
${
  reloads
    ? html`<p data-reload="${REFRESH_SECONDS}">${words.refresh_on} <a class="link" href="${here}">${words.refresh_stop}</a></p>`
    : html`<p><a class="link" href="${here}&amp;refresh=1">${words.refresh_begin}</a></p>`
}</section>`;
}

function qrPart({ words, path, language }: Sight, address: string, is_shown: boolean): SafeHtml {
  const here = `${path}?lang=${language}`;
  const { pay } = words;
  if (!is_shown)
    return html`<section class="wide noprint far" aria-label="${pay.qr_show}"><a class="link" href="${here}&amp;qr=1#qr">${pay.qr_show}</a></section>`;
  return html`<section class="wide qr noprint" id="qr" aria-label="${pay.qr_show}">${qrCode(address, pay.qr_text)}
<p>${pay.qr_text}</p><p><a class="link" href="${here}">${pay.qr_hide}</a></p></section>`;
}
