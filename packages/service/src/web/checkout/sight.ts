import type { PageState } from '../../domain/checkout/state.ts';
import type { CheckoutView } from '../../domain/checkout/view.ts';
import type { SafeHtml } from '../html.ts';
import { html, NOTHING } from '../html.ts';
import type { Language } from '../language.ts';
import type { Words } from '../words/words.ts';

/** What a payer typed, and which of it was wrong: shown again to them alone. */
export type Retold = { transaction: string; phone: string; wrong: { transaction: boolean; phone: boolean } };

/** All that a page of a session is drawn from. */
export type Sight = {
  view: CheckoutView;
  state: PageState;
  language: Language;
  words: Words;
  now: Date;
  /** The address of this page, without a question mark. */
  path: string;
  /** Of the form that was just sent and not taken. */
  retold?: Retold;
  /** The scenario that was just pressed can't be played on this session. */
  is_impossible?: boolean;
};

export type StateOf<Name extends PageState['name']> = Extract<PageState, { name: Name }>;

/** A name above its value, for values as long as a line. */
export const column = (label: string, value: SafeHtml): SafeHtml =>
  html`<div class="col"><dt>${label}</dt><dd>${value}</dd></div>`;

export const row = (label: string, value: SafeHtml, why?: string): SafeHtml =>
  html`<div><dt>${label}</dt><dd>${value}${why === undefined ? NOTHING : html`<small>${why}</small>`}</dd></div>`;

export const note = (text: SafeHtml | string, tone: '' | 'warn' | 'bad' = ''): SafeHtml =>
  html`<div class="note ${tone}"><p>${text}</p></div>`;
