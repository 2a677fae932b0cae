/**
 * Pieces of the scripts of pages that live. They stand inside of a function, where `d` is the document, `began` the
 * moment at which the page was opened, and `look` asks what is new.
 */

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

/** Looks at once when the page is seen again or the network is back. */
export const LOOK_AGAIN = `d.addEventListener("visibilitychange",look);
["focus","online"].forEach(function(n){window.addEventListener(n,look)});
window.addEventListener("pageshow",function(e){if(e.persisted)look()});`;
