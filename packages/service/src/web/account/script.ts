/**
 * Passkeys need a script: it asks for what the browser shall sign, lets it sign, and sends the answer by the form that is
 * on the page. Without a script the button stays hidden, and there is the password.
 */
export const PASSKEY_SCRIPT = `
(()=>{
const form=document.querySelector('form[data-passkey]');
if(!form||!window.PublicKeyCredential||!navigator.credentials)return;
const button=form.querySelector('button'),failed=form.querySelector('[data-failed]');
const bytes=t=>Uint8Array.from(atob(t.replace(/-/g,'+').replace(/_/g,'/')),c=>c.charCodeAt(0));
const text=b=>b?btoa(String.fromCharCode(...new Uint8Array(b))).replace(/\\+/g,'-').replace(/\\//g,'_').replace(/=+$/,''):undefined;
const known=l=>(l||[]).map(k=>({...k,id:bytes(k.id)}));
const ask=async()=>{
const r=await fetch(form.dataset.passkey,{method:'POST',headers:{'content-type':'application/x-www-form-urlencoded'},body:new URLSearchParams({csrf:form.elements.csrf.value})});
const o=r.ok?await r.json():null;
if(!o)throw new Error('refused');
const adds='user' in o;
o.challenge=bytes(o.challenge);
if(adds){o.user.id=bytes(o.user.id);o.excludeCredentials=known(o.excludeCredentials);}else o.allowCredentials=known(o.allowCredentials);
const c=adds?await navigator.credentials.create({publicKey:o}):await navigator.credentials.get({publicKey:o});
const a=c.response;
const said={clientDataJSON:text(a.clientDataJSON),attestationObject:text(a.attestationObject),authenticatorData:text(a.authenticatorData),signature:text(a.signature),userHandle:text(a.userHandle),transports:a.getTransports?a.getTransports():undefined};
form.elements.response.value=JSON.stringify({id:c.id,rawId:text(c.rawId),type:c.type,clientExtensionResults:c.getClientExtensionResults(),response:said});
form.submit();
};
form.hidden=false;
form.addEventListener('submit',e=>{e.preventDefault();button.disabled=true;failed.hidden=true;ask().catch(()=>{failed.hidden=false;button.disabled=false;});});
})();
`;
