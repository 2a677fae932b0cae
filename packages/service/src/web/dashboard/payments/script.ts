/**
 * Searches while somebody types, and narrows as soon as a filter is set: asks for the part that was found and puts it in
 * its place, which says what could not be read: what a field said of an earlier word goes. The last question wins, whatever the
 * network does. Where no answer comes within twenty seconds, or one that is no part of ours, what was found before goes, since it
 * isn't what the form asks for, and a note says so. Without it the form does the same by its button.
 */
export const LIST_SCRIPT = `(function(){
var d=document,form=d.getElementById("filter"),found=d.getElementById("found"),off=d.querySelector("[data-offline]"),timer,stop;
if(!form||!found||!off||!window.fetch||!window.AbortController||!window.URLSearchParams||!window.FormData)return;
function ask(){
var query=new URLSearchParams(new FormData(form)),gone=[];
query.forEach(function(v,k){if(v==="")gone.push(k)});
gone.forEach(function(k){query.delete(k)});
var path=form.getAttribute("action"),text=query.toString();
if(stop)stop.abort();
stop=new AbortController();
var mine=stop,late=setTimeout(function(){mine.abort()},20000);
query.set("part","1");
fetch(path+"?"+query.toString(),{credentials:"same-origin",cache:"no-store",redirect:"error",signal:mine.signal}).then(function(r){
if(r.status!==200)throw 0;
return r.text();
}).then(function(html){
if(mine!==stop)return;
off.hidden=true;
found.innerHTML=html;
form.querySelectorAll(".wrong").forEach(function(p){p.remove()});
form.querySelectorAll("[aria-invalid]").forEach(function(f){f.removeAttribute("aria-invalid")});
history.replaceState(null,"",path+(text===""?"":"?"+text));
}).catch(function(){
if(mine!==stop)return;
found.innerHTML="";
off.hidden=false;
}).then(function(){clearTimeout(late)});
}
function soon(wait){clearTimeout(timer);timer=setTimeout(ask,wait)}
form.addEventListener("input",function(e){soon(e.target.name==="q"||e.target.name==="amount"?250:50)});
form.addEventListener("submit",function(){clearTimeout(timer)});
})();`;
