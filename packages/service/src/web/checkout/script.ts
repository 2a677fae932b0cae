import type { Language } from '../../domain/account/person.ts';
import type { PageState } from '../../domain/checkout/state.ts';
import type { CheckoutView } from '../../domain/checkout/view.ts';
import { html, NOTHING, type SafeHtml } from '../html.ts';
import { ASK, COPY, EACH, HIDE_BY_HAND, LOOK_AGAIN, PACE, SHOW_COPY } from '../live.ts';
import type { Words } from '../words/words.ts';

/**
 * The live part: asks for the page's main part with its ETag, every 5 s for two minutes, then every 10 s, after ten
 * minutes every 30 s; at once when the page is seen again or the network is back; never while nobody sees it.
 * That the time to pay is over it says by itself, since a phone may have no network then; what the service knows of that counts as
 * soon as it answers. What is typed stays as long as the state is the same. Everything works without it. Written for browsers of 2018 and later.
 */
export const SCRIPT = `(function(){
var d=document,main=d.getElementById("page"),url=main&&main.getAttribute("data-live");
if(!url||!window.fetch||!window.Promise){
var asked=d.querySelector("[data-reload]");
if(asked)setTimeout(function(){location.reload()},1e3*asked.getAttribute("data-reload"));
return;
}
var tag=main.getAttribute("data-tag"),began=Date.now(),pause=0,ends,end;
${EACH}
${ASK}
${PACE}
function ready(){
each("[data-print]",function(b){b.hidden=false});
${SHOW_COPY}
clearTimeout(end);
each("[data-ends]",function(e){
var left=+e.getAttribute("data-ends");
ends=Date.now()+left;end=setTimeout(function(){over(true);look()},left);
});
count();
}
function count(){each("[data-left]",function(e){
var from=e.cloneNode();from.style.animationDelay=(ends-Date.now())/1e3-300+"s";
e.parentNode.replaceChild(from,e);
})}
function over(sure){
var e=d.querySelector("[data-ends]");
if(!e||!e.hidden||!sure&&Date.now()<ends)return;
var had=main.querySelector(".body").contains(d.activeElement),status=e.getAttribute("data-status");
each(".body>:not(h1):not(dl):not([data-ends]):not([data-offline]),.count",function(c){c.parentNode.removeChild(c)});
e.hidden=false;
d.querySelector("h1").textContent=e.getAttribute("data-heading");
main.querySelector("[role=status]").textContent=status;
main.setAttribute("data-tone","warn");
d.title=d.title.replace(/^.*? (?=– )/,status+" ");
if(had)main.focus();
tag="";
}
function offline(is){each("[data-offline]",function(e){e.hidden=!is})}
function next(){
clearTimeout(timer);
if(d.hidden||main.hasAttribute("data-final"))return;
timer=setTimeout(look,Math.max(pause,pace()));
}
function typed(b){return Array.prototype.some.call(b.querySelectorAll("input"),function(i){return i.type!=="hidden"&&i.value})}
function show(text,newTag){
var t=d.createElement("template");t.innerHTML=text;
var m=t.content.firstElementChild;
if(!m||m.id!=="page")return;
if(m.getAttribute("data-state")===main.getAttribute("data-state")&&typed(main))return;
var s=main.querySelector("[role=status]"),f=m.querySelector("[role=status]");
if(s.textContent!==f.textContent)s.textContent=f.textContent;
var old=main.querySelector(".body"),had=old.contains(d.activeElement);
main.replaceChild(m.querySelector(".body"),old);
["data-state","data-tone","data-title"].forEach(function(n){main.setAttribute(n,m.getAttribute(n))});
if(m.hasAttribute("data-final"))main.setAttribute("data-final","");else main.removeAttribute("data-final");
d.title=m.getAttribute("data-title");
if(had)main.focus();
tag=newTag;ready();
}
function look(){
if(d.hidden)return;
count();over();
if(!busy)ask(url,{"If-None-Match":tag},function(r,text){
pause=r.status===429||r.status>=500?3e4:0;
offline(r.status>=500);
if(text)show(text,r.headers.get("ETag"));
},function(){offline(true)});
}
d.addEventListener("click",function(e){
var b=e.target.closest?e.target.closest("button"):null;
if(!b)return;
if(b.hasAttribute("data-print"))window.print();
${COPY}
});
${LOOK_AGAIN}
${HIDE_BY_HAND}
ready();next();
})();`;

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

export const noteBox = (text: SafeHtml | string, tone: '' | 'warn' | 'bad' = ''): SafeHtml =>
  html`<div class="note ${tone}"><p>${text}</p></div>`;
