import { html, NOTHING, type Part, type SafeHtml } from '../html.ts';
import type { Wrong } from './form.ts';
import type { Visit } from './table.ts';
import { FRAME_WORDS } from './words.ts';

/** A form that posts, with the token it needs. `action` comes from `visit.at`. */
export function postForm(
  visit: Pick<Visit, 'csrf'>,
  action: string,
  content: Part,
  { has_files = false, name = '' }: { has_files?: boolean; name?: string } = {},
): SafeHtml {
  const coding = has_files ? html`enctype="multipart/form-data"` : NOTHING;
  const id = name === '' ? NOTHING : html`id="${name}"`;
  return html`<form method="post" action="${action}" ${coding} ${id}>${visit.csrf}${content}</form>`;
}

export type Field = {
  name: string;
  /** Where several forms of a page have a field of this name; else the name. */
  id?: string;
  label: string;
  hint?: string | SafeHtml;
  value?: string;
  type?: 'text' | 'email' | 'password' | 'tel' | 'number' | 'date' | 'search' | 'file' | 'url';
  is_optional?: boolean;
  /** Read from the left also in Arabic: numbers, codes, addresses. */
  is_ltr?: boolean;
  autocomplete?: string;
  inputmode?: 'numeric' | 'decimal' | 'text' | 'tel' | 'email' | 'url';
  max_length?: number;
  accept?: string;
  is_focused?: boolean;
};

/** A labelled input; `wrong[name]` stands below it and is read with it. */
export function field(one: Field, wrong: Wrong = {}): SafeHtml {
  const type = one.type ?? 'text';
  const attributes: Part[] = [
    one.is_optional === true ? NOTHING : html` required`,
    one.is_ltr === true || type === 'email' || type === 'tel' || type === 'url' ? html` dir="ltr"` : NOTHING,
    one.autocomplete === undefined ? NOTHING : html` autocomplete="${one.autocomplete}"`,
    one.inputmode === undefined ? NOTHING : html` inputmode="${one.inputmode}"`,
    one.max_length === undefined ? NOTHING : html` maxlength="${one.max_length}"`,
    one.accept === undefined ? NOTHING : html` accept="${one.accept}"`,
    one.is_focused === true ? html` autofocus` : NOTHING,
    // A password never comes back, and a file can't.
    type === 'password' || type === 'file' ? NOTHING : html` value="${one.value ?? ''}"`,
    described(one, wrong),
  ];
  return wrapped(
    one,
    wrong,
    html`<input id="${one.id ?? one.name}" name="${one.name}" type="${type}"${attributes}>`,
  );
}

export type Option = { value: string; label: string };

export function select(
  one: Pick<Field, 'name' | 'label' | 'hint' | 'value'>,
  options: readonly Option[],
  wrong: Wrong = {},
): SafeHtml {
  const lines = options.map(
    ({ value, label }) =>
      html`<option value="${value}"${value === one.value ? html` selected` : NOTHING}>${label}</option>`,
  );
  return wrapped(
    one,
    wrong,
    html`<select id="${one.name}" name="${one.name}"${described(one, wrong)}>${lines}</select>`,
  );
}

export function textArea(
  one: Pick<Field, 'name' | 'label' | 'hint' | 'value' | 'is_optional' | 'max_length' | 'is_ltr'>,
  wrong: Wrong = {},
): SafeHtml {
  const attributes: Part[] = [
    one.is_optional === true ? NOTHING : html` required`,
    one.is_ltr === true ? html` dir="ltr"` : NOTHING,
    one.max_length === undefined ? NOTHING : html` maxlength="${one.max_length}"`,
    described(one, wrong),
  ];
  // A line break directly after the tag is not part of the text: so one that is stays.
  return wrapped(
    one,
    wrong,
    html`<textarea id="${one.name}" name="${one.name}" rows="4"${attributes}>\n${one.value ?? ''}</textarea>`,
  );
}

export function checkBox(one: { name: string; value: string; label: Part; is_on: boolean }): SafeHtml {
  return html`<label class="tick"><input type="checkbox" name="${one.name}" value="${one.value}"${
    one.is_on ? html` checked` : NOTHING
  }> <span>${one.label}</span></label>`;
}

function described({ name, id = name, hint }: Pick<Field, 'name' | 'id' | 'hint'>, wrong: Wrong): SafeHtml {
  const ids = [hint === undefined ? [] : [`${id}-hint`], wrong[name] === undefined ? [] : [`${id}-wrong`]];
  const listed = ids.flat().join(' ');
  return html`${listed === '' ? NOTHING : html` aria-describedby="${listed}"`}${
    wrong[name] === undefined ? NOTHING : html` aria-invalid="true"`
  }`;
}

function wrapped(
  { name, id = name, label, hint }: Pick<Field, 'name' | 'id' | 'label' | 'hint'>,
  wrong: Wrong,
  input: SafeHtml,
): SafeHtml {
  const problem = wrong[name];
  return html`<div class="field"><label for="${id}">${label}</label>
${hint === undefined ? NOTHING : html`<p class="hint" id="${id}-hint">${hint}</p>`}${input}
${problem === undefined ? NOTHING : html`<p class="wrong" id="${id}-wrong">${problem}</p>`}</div>`;
}

/** What is wrong with a form as a whole: `wrong['']`, said at once to who hears the page. */
export function problem(wrong: Wrong): SafeHtml {
  return wrong[''] === undefined ? NOTHING : html`<p class="note bad" role="alert">${wrong['']}</p>`;
}

export type ButtonKind = 'main' | 'two' | 'danger';

export function button(
  label: Part,
  { kind = 'main', name = '', value = '' }: { kind?: ButtonKind; name?: string; value?: string } = {},
): SafeHtml {
  const sent = name === '' ? NOTHING : html` name="${name}" value="${value}"`;
  return html`<button class="btn ${kind === 'main' ? '' : kind}"${sent}>${label}</button>`;
}

export function linkButton(label: Part, to: string, kind: ButtonKind = 'two'): SafeHtml {
  return html`<a class="btn ${kind === 'main' ? '' : kind}" href="${to}">${label}</a>`;
}

export type Tone = 'good' | 'wait' | 'bad' | 'off';

/** A status: the word says it, the colour only helps. */
export function badge(label: Part, tone: Tone): SafeHtml {
  return html`<span class="badge ${tone}">${label}</span>`;
}

export function note(content: Part, tone: 'info' | 'warn' | 'bad' = 'info'): SafeHtml {
  return html`<div class="note ${tone}">${content}</div>`;
}

/** A box with a heading of its own. */
export function card(heading: Part, content: Part, { id = '' }: { id?: string } = {}): SafeHtml {
  return html`<section class="card"${id === '' ? NOTHING : html` id="${id}"`}><h2>${heading}</h2>${content}</section>`;
}

export type ShownColumn = { label: string; is_number?: boolean };

/** Rows under columns; on a narrow screen each row is a card whose cells carry their column's name. */
export function table(
  visit: Pick<Visit, 'language'>,
  columns: readonly ShownColumn[],
  rows: readonly (readonly Part[])[],
  nothing?: string,
): SafeHtml {
  if (rows.length === 0) return html`<p class="empty">${nothing ?? FRAME_WORDS[visit.language].nothing}</p>`;
  const head = columns.map(
    ({ label, is_number }) => html`<th scope="col"${is_number ? html` class="num"` : NOTHING}>${label}</th>`,
  );
  const lines = rows.map(
    (cells) =>
      html`<tr>${cells.map(
        (cell, at) =>
          html`<td data-label="${columns[at]?.label ?? ''}"${columns[at]?.is_number ? html` class="num"` : NOTHING}>${isNothing(cell) ? NOTHING : html`<div>${cell}</div>`}</td>`,
      )}</tr>`,
  );
  return html`<div class="rows" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

/** A cell without anything takes no line of its card. */
const isNothing = (cell: Part): boolean =>
  cell === null || cell === undefined || cell === false || cell === '' || cell === NOTHING;

/** Terms and what they are. */
export function facts(rows: readonly (readonly [Part, Part])[]): SafeHtml {
  return html`<dl>${rows.map(([term, what]) => html`<div><dt>${term}</dt><dd>${what}</dd></div>`)}</dl>`;
}

/** Links to the pages before and after, by cursor; null: there is none. */
export function pager(
  visit: Pick<Visit, 'language'>,
  { newer, older }: { newer: string | null; older: string | null },
): SafeHtml {
  const words = FRAME_WORDS[visit.language];
  if (newer === null && older === null) return NOTHING;
  return html`<nav class="pager" aria-label="${words.older}">${
    newer === null ? NOTHING : html`<a class="btn two" rel="prev" href="${newer}">${words.newer}</a>`
  }${older === null ? NOTHING : html`<a class="btn two" rel="next" href="${older}">${words.older}</a>`}</nav>`;
}

/** A drawing of the server's: `<svg role="img">` with what it shows in words beside it. */
export function chart(title: string, svg: SafeHtml, in_words: Part): SafeHtml {
  return html`<figure class="chart"><figcaption>${title}</figcaption>${svg}${in_words}</figure>`;
}
