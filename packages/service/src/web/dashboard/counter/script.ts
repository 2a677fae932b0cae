import { ASK, COPY, EACH, HIDE_BY_HAND, LOOK_AGAIN, PACE, SHOW_COPY } from '../../live.ts';

/**
 * At the counter: asks every 5 s, after two minutes every 10, after ten every 30, at once when the page is seen again or
 * the network is back, and never while nobody sees it. What has ended is looked at only when somebody comes back to it:
 * its money may have gone again. Cut off, by the network or because nobody is signed in any more, it says so. A payment that becomes paid is heard: two tones of WebAudio, no
 * file. The sound is on until somebody turns it off, which this browser remembers; a browser that makes no sound before it
 * is touched is woken by the first touch.
 */
export const TILL_SCRIPT = `(function(){
var d=document,till=d.getElementById("till"),url=till&&till.getAttribute("data-live"),Audio=window.AudioContext||window.webkitAudioContext;
if(!till||!window.fetch)return;
var KEY="chari-sound",began=Date.now(),sound=null,on=true;
try{on=localStorage.getItem(KEY)!=="off"}catch(e){}
${EACH}
${ASK}
${PACE}
function wake(){
if(!Audio||!on)return;
try{sound=sound||new Audio();if(sound.state==="suspended")sound.resume()}catch(e){}
}
function tone(hertz,at){
var o=sound.createOscillator(),g=sound.createGain(),t=sound.currentTime+at;
o.frequency.value=hertz;o.connect(g);g.connect(sound.destination);
g.gain.setValueAtTime(.0001,t);g.gain.exponentialRampToValueAtTime(.4,t+.02);g.gain.exponentialRampToValueAtTime(.0001,t+.35);
o.start(t);o.stop(t+.4);
}
function ring(){
wake();
if(!on||!sound)return;
tone(880,0);tone(1318.5,.18);
if(navigator.vibrate)try{navigator.vibrate([150,80,150])}catch(e){}
}
function ready(){
each("[data-sound]",function(b){
b.hidden=!Audio;b.textContent=b.getAttribute(on?"data-on":"data-off");b.setAttribute("aria-pressed",on?"true":"false");
});
${SHOW_COPY}
${HIDE_BY_HAND}
}
function next(){
clearTimeout(timer);
if(!url||d.hidden||till.hasAttribute("data-final"))return;
timer=setTimeout(look,pace());
}
function show(text){
var t=d.createElement("template");t.innerHTML=text;
var m=t.content.firstElementChild;
if(!m||m.id!=="till")return;
var was=till.getAttribute("data-state");
till.replaceWith(m);till=m;
if(m.getAttribute("data-state")==="paid"&&was!=="paid")ring();
ready();
}
function cutOff(is){each("[data-offline]",function(e){e.hidden=!is})}
function look(){
if(busy||d.hidden||!url)return;
ask(url+"?state="+till.getAttribute("data-state"),{},function(r,text){
cutOff(r.status!==200);
if(text&&(r.headers.get("content-type")||"").indexOf("text/html")===0)show(text);
},function(){cutOff(true)});
}
d.addEventListener("click",function(e){
wake();
var b=e.target.closest?e.target.closest("button"):null;
if(!b)return;
if(b.hasAttribute("data-sound")){
on=!on;
try{localStorage.setItem(KEY,on?"on":"off")}catch(x){}
ready();if(on)ring();
}
${COPY}
});
${LOOK_AGAIN}
ready();next();
})();`;
