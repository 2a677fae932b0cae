import { html, type SafeHtml } from '../html.ts';
import { COPY, EACH, SHOW_COPY } from '../live.ts';
import type { Visit } from './table.ts';
import { FRAME_WORDS } from './words.ts';

/**
 * A secret that is shown this once, with a button that copies it: seen only where `COPY_SCRIPT` runs and the browser
 * lets a page write to the clipboard.
 */
export function secretOnce({ language }: Pick<Visit, 'language'>, secret: string, id: string): SafeHtml {
  const words = FRAME_WORDS[language];
  return html`<p><code class="secret" id="${id}" dir="ltr">${secret}</code></p>
<p><button class="btn two" type="button" hidden data-copy="${secret}" data-done="${words.copied}">${words.copy}</button></p>`;
}

/** For a page on which something can be copied, and nothing else needs a script. */
export const COPY_SCRIPT = `(function(){
var d=document;
${EACH}
${SHOW_COPY}
d.addEventListener("click",function(e){
var b=e.target.closest?e.target.closest("button"):null;
if(!b)return;
${COPY}
});
})();`;
