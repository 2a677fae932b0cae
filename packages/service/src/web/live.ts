/**
 * Pieces of the scripts of pages that live. They stand inside of a function, where `d` is the document, `began` the
 * moment at which the page was opened, and `look` asks what is new.
 */

/**
 * Asks, one question at a time, and hears no answer to a question that it has let go of: with what came, and its text where
 * that is 200; or that nothing came within 20 s. It needs `next`, which waits for the time of the next question.
 */
export const ASK = `var timer,busy=false,away=false,turn=0,stop,late;
function leave(){turn++;busy=false;clearTimeout(late);if(stop)stop.abort()}
function ask(url,headers,heard,lost){
busy=true;clearTimeout(timer);
var mine=++turn;
function mineOnly(f){return function(a){if(mine===turn)return f(a)}}
stop=window.AbortController?new AbortController():null;
late=setTimeout(function(){leave();lost();next()},2e4);
fetch(url,{headers:headers,cache:"no-store",credentials:"same-origin",redirect:"error",signal:stop?stop.signal:undefined}).then(mineOnly(function(r){
return r.status===200?r.text().then(mineOnly(function(text){heard(r,text)})):heard(r);
})).catch(mineOnly(lost)).then(mineOnly(function(){clearTimeout(late);busy=false;next()}));
}`;

/** Does something with every element that a selector finds; `forEach` of a NodeList is younger than our oldest browser. */
export const EACH = `function each(s,f){Array.prototype.forEach.call(d.querySelectorAll(s),f)}`;

/** Shows the buttons that copy, where the browser can. */
export const SHOW_COPY = `if(navigator.clipboard)each("[data-copy]",function(b){b.hidden=false});`;

/** Hides what is only for those whose page doesn't look by itself. */
export const HIDE_BY_HAND = `each("[data-byhand]",function(e){e.hidden=true});`;

/** Copies what the button `b` holds, and says so on it for a while. */
export const COPY = `if(b.hasAttribute("data-copy"))navigator.clipboard.writeText(b.getAttribute("data-copy")).then(function(){
var was=b.textContent;b.textContent=b.getAttribute("data-done");setTimeout(function(){b.textContent=was},3e3)},function(){});`;

/** How long to wait for the next look: 5 s for two minutes, then 10 s, after ten minutes 30 s. */
export const PACE = `function pace(){var age=Date.now()-began;return age<12e4?5e3:age<6e5?1e4:3e4}`;

/**
 * Looks at once when the page is seen again or the network is back. A question that was under way meanwhile may never get an
 * answer, since phones kill what a page behind others has open, or have no data while a menu of the operator is: it is asked anew.
 */
export const LOOK_AGAIN = `function gone(){away=true}
function back(){
if(d.hidden)return gone();
if(busy&&away)leave();
away=false;look();
}
d.addEventListener("visibilitychange",back);
["blur","offline","pagehide"].forEach(function(n){window.addEventListener(n,gone)});
window.addEventListener("focus",back);
window.addEventListener("online",function(){gone();back()});
window.addEventListener("pageshow",function(e){if(e.persisted)back()});`;
