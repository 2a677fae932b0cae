/**
 * Searches while somebody types, and narrows as soon as a filter is set: asks for the part that was found and puts it in
 * its place, which says what could not be read: what a field said of an earlier word goes. The last question wins, whatever the network does; an answer that is no part of ours leaves the page alone.
 * Without it the form does the same by its button.
 */
export const LIST_SCRIPT = `(function(){
var d=document,form=d.getElementById("filter"),found=d.getElementById("found"),timer,stop;
if(!form||!found||!window.fetch||!window.AbortController||!window.URLSearchParams||!window.FormData)return;
function ask(){
var query=new URLSearchParams(new FormData(form)),gone=[];
query.forEach(function(v,k){if(v==="")gone.push(k)});
gone.forEach(function(k){query.delete(k)});
var path=form.getAttribute("action"),text=query.toString();
if(stop)stop.abort();
stop=new AbortController();
var mine=stop;
query.set("part","1");
fetch(path+"?"+query.toString(),{credentials:"same-origin",cache:"no-store",redirect:"error",signal:mine.signal}).then(function(r){
if(r.status!==200)throw 0;
return r.text();
}).then(function(html){
if(mine!==stop)return;
found.innerHTML=html;
form.querySelectorAll(".wrong").forEach(function(p){p.remove()});
form.querySelectorAll("[aria-invalid]").forEach(function(f){f.removeAttribute("aria-invalid")});
history.replaceState(null,"",path+(text===""?"":"?"+text));
}).catch(function(){});
}
function soon(wait){clearTimeout(timer);timer=setTimeout(ask,wait)}
form.addEventListener("input",function(e){soon(e.target.name==="q"||e.target.name==="amount"?250:50)});
form.addEventListener("submit",function(){clearTimeout(timer)});
})();`;
