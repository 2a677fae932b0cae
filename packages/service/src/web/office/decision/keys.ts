import { html, type SafeHtml } from '../../html.ts';
import type { OfficeWords } from '../words/words.ts';

/**
 * The desk by keyboard: j and k walk along what is listed, digits choose a decision, n goes to the note, u back to the
 * list, ? shows all of it. Enter is the browser's own. Without it everything works by Tab and by access keys.
 */
export const KEYS_SCRIPT = `(()=>{
const all=q=>[...document.querySelectorAll(q)],help=document.getElementById('keys'),note=document.getElementById('note');
const walk=by=>{const rows=all('a[data-row]');if(!rows.length)return;const at=rows.indexOf(document.activeElement);
const next=rows[Math.min(rows.length-1,Math.max(0,at<0?0:at+by))];next.focus();next.scrollIntoView({block:'nearest'})};
addEventListener('keydown',e=>{
if(e.ctrlKey||e.metaKey||e.altKey)return;
const t=e.target,writes=/^(INPUT|TEXTAREA|SELECT)$/.test(t.tagName)&&t.type!=='radio';
if(e.key==='Escape'){if(writes)t.blur();return}
if(writes)return;
const verb=/^[1-9]$/.test(e.key)&&document.querySelector('[data-key="'+e.key+'"]');
const up=document.querySelector('a[data-up]');
if(e.key==='j')walk(1);else if(e.key==='k')walk(-1);
else if(e.key==='n'&&note)note.focus();
else if(verb)verb.focus();
else if(e.key==='u'&&up)up.click();
else if(e.key==='?'&&help)help.open?help.close():help.showModal();
else return;
e.preventDefault()});
const first=document.querySelector('a[data-row]');if(first&&document.activeElement===document.body)first.focus({preventScroll:true});
})()`;

/** What the keys do, shown by ?. */
export function keysHelp({ desk }: OfficeWords): SafeHtml {
  return html`<p class="hint">${desk.keys}</p>
<dialog id="keys" class="card"><dl>${desk.keys_help.map(
    ([key, what]) => html`<div><dt><kbd dir="ltr">${key}</kbd></dt><dd>${what}</dd></div>`,
  )}</dl><form method="dialog"><button class="btn two">${desk.close_help}</button></form></dialog>`;
}
