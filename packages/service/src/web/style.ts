/**
 * The pages' whole style: no fonts, no files. Directions are logical, so that Arabic needs no second sheet. The clock is
 * drawn only by browsers that can count in styles, which are those that know `transition-behavior`: others would show 0:00
 * all the time. They show the bar.
 */
export const STYLE = `
:root{--bg:#f3f1ec;--card:#fff;--ink:#17211d;--soft:#55615b;--line:#dcd8cf;--go:#0a6350;--on:#fff;--tint:#e4f1ec;--warn:#7a4300;--warnbg:#fff0d6;--bad:#9b1c1c;--badbg:#fde8e6;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--bg:#0d1311;--card:#161e1b;--ink:#eef3f0;--soft:#a9b7b0;--line:#2c3833;--go:#5fd3b2;--on:#06231b;--tint:#123229;--warn:#ffcf86;--warnbg:#372709;--bad:#ffb4ab;--badbg:#3b1513}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic",sans-serif;overflow-wrap:anywhere}
:lang(ar){line-height:1.7}
header,main,footer,.wide{max-width:30rem;margin-inline:auto;padding-inline:1rem}
header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 1rem;padding-block:.5rem}
.brand{margin:0;font-weight:800;font-size:1.15rem;letter-spacing:-.02em;color:var(--go)}
nav{display:flex;gap:.25rem}
nav a{display:inline-flex;align-items:center;min-height:44px;padding-inline:.6rem;border-radius:.5rem;text-decoration:none}
nav a[aria-current]{font-weight:700;color:var(--ink);background:var(--card)}
a{color:var(--go)}
:focus-visible{outline:3px solid var(--go);outline-offset:2px}
main:focus{outline:0}
.skip{position:absolute;inset-inline-start:-99rem}
.skip:focus{inset-inline-start:.5rem;top:.5rem;z-index:1;padding:.75rem;background:var(--card)}
.banner{margin:0;padding:.8rem 1rem;background:repeating-linear-gradient(45deg,#ffd43b 0 14px,#ffc400 14px 28px);color:#231a00;font-weight:800;text-align:center;border-block:3px solid #231a00}
.status{display:flex;align-items:center;gap:.6rem;margin:0;padding:.75rem 1rem;border:1px solid var(--line);border-bottom:0;border-radius:1rem 1rem 0 0;background:var(--tint);color:var(--go);font-weight:700}
.status::before{content:"";flex:none;width:.7rem;height:.7rem;border-radius:50%;background:currentColor}
[data-tone=wait] .status::before{animation:pulse 2s ease-in-out infinite}
[data-tone=warn] .status{background:var(--warnbg);color:var(--warn)}
[data-tone=bad] .status{background:var(--badbg);color:var(--bad)}
[data-tone=off] .status{background:var(--card);color:var(--soft)}
[data-tone=done] .status{background:var(--go);color:var(--on)}
[data-tone=done] .status::before{width:.5rem;margin-inline:.2rem;border-radius:0;background:none}
[data-tone=done] .status::before,.mark.ok::before{height:.9rem;border:solid;border-width:0 .18rem .18rem 0;transform:rotate(42deg) translateY(-.1rem)}
.mark.ok::before{content:"";display:inline-block;width:.35rem;height:.65rem;margin-inline:.15rem .55rem;border-width:0 2px 2px 0}
.body{padding:1rem;border:1px solid var(--line);border-radius:0 0 1rem 1rem;background:var(--card)}
h1{margin:0 0 .5rem;font-size:1.35rem;line-height:1.25}
h2{margin:1.5rem 0 .5rem;font-size:1.05rem}
p{margin:.5rem 0}
.soft,.hint{color:var(--soft)}
.hint{font-size:.9rem;margin:.1rem 0 .3rem}
.to{margin:0 0 .75rem}
.mark{display:inline-block;padding:.05rem .5rem;border-radius:1rem;background:var(--tint);color:var(--go);font-size:.85rem;font-weight:600}
.mark.no{background:var(--warnbg);color:var(--warn)}
.amount{margin:0;font-size:clamp(1.7rem,8.5vw,2.6rem);font-weight:800;line-height:1.15;letter-spacing:-.02em}
.nb{white-space:nowrap;font-variant-numeric:tabular-nums}
.label{display:block;color:var(--soft);font-size:.9rem;font-weight:400;letter-spacing:0}
.pay{margin:1rem 0;padding:.75rem 1rem;border:2px solid var(--go);border-radius:.75rem;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1rem}
.pay p{margin:0;font-size:1.65rem;font-weight:700;line-height:1.3}
dl{margin:1rem 0;border-top:1px solid var(--line)}
dl div{display:flex;justify-content:space-between;gap:0 1rem;padding:.55rem 0;border-bottom:1px solid var(--line)}
dl .col{display:block}
dt{flex:none;max-width:50%;color:var(--soft);overflow-wrap:normal}
dd{min-width:45%;margin:0;font-weight:600;text-align:end}
.col dt{max-width:none}
.col dd{text-align:start}
dd small{display:block;color:var(--soft);font-weight:400}
.op::before{content:"";display:inline-block;width:.7em;height:.7em;margin-inline-end:.4em;border-radius:50%;background:#e4002b}
.op.moov::before{background:#f58220}
.note{margin:.75rem 0;padding:.7rem .9rem;border-inline-start:4px solid var(--go);border-radius:.25rem;background:var(--tint)}
.note.warn{border-color:var(--warn);background:var(--warnbg)}
.note.bad{border-color:var(--bad);background:var(--badbg)}
.note p{margin:.25rem 0}
ol{margin:.5rem 0;padding-inline-start:1.4rem}
li{margin:.35rem 0;padding-inline-start:.25rem}
.btn{display:inline-flex;align-items:center;justify-content:center;gap:.4rem;min-height:44px;padding:.5rem 1.1rem;border:2px solid var(--go);border-radius:.6rem;background:var(--go);color:var(--on);font:inherit;font-weight:700;text-decoration:none;cursor:pointer}
.btn.two{background:none;color:var(--go)}
.btn[hidden]{display:none}
.full{width:100%;margin-block:.5rem}
.link{display:inline-flex;align-items:center;min-height:44px}
label{display:block;margin-top:1rem;font-weight:600}
fieldset{min-width:0;margin:1rem 0 0;padding:0;border:0}
legend{padding:0;font-weight:600}
input{width:100%;min-height:48px;padding:.5rem .75rem;border:2px solid var(--soft);border-radius:.5rem;background:var(--card);color:inherit;font:inherit;font-size:1.1rem}
[aria-invalid]{border-color:var(--bad)}
.wrong{margin:.25rem 0;color:var(--bad);font-weight:600}
details{margin:1rem 0;border:1px solid var(--line);border-radius:.75rem;padding-inline:1rem}
summary{display:flex;align-items:center;min-height:48px;font-weight:700;color:var(--go);cursor:pointer}
summary::before{content:"+";margin-inline-end:.6rem;font-size:1.3rem}
[open]>summary::before{content:"–"}
.count{display:flex;align-items:center;gap:.75rem;margin:.25rem 0 0}
.bar{flex:1;height:.5rem;border-radius:1rem;background:var(--line);overflow:hidden}
.bar i{display:block;height:100%;background:var(--warn);border-radius:1rem;animation:bar 300s linear both}
.clock{display:none;font-size:1.2rem;font-weight:700;font-variant-numeric:tabular-nums}
@property --s{syntax:"<integer>";inherits:true;initial-value:0}
@property --m{syntax:"<integer>";inherits:true;initial-value:0}
.clock i{--m:max(var(--s)/60 - .5,0);font-style:normal;animation:clock 300s linear both}
.clock i::after{counter-reset:m var(--m) s calc(var(--s) - 60*var(--m));content:counter(m) ":" counter(s,decimal-leading-zero)}
@supports(transition-behavior:allow-discrete){.clock{display:block}}
@keyframes bar{from{width:100%}to{width:0}}
@keyframes clock{from{--s:300}to{--s:0}}
@keyframes pulse{50%{opacity:.3}}
.keys{display:flex;flex-wrap:wrap;gap:.5rem}
.qr svg{display:block;width:min(100%,15rem);height:auto;margin:.5rem auto;background:#fff}
.wide{margin-block:1rem}
.amount+p{margin-block:.75rem}
footer{padding-block:1rem 2rem;color:var(--soft);font-size:.9rem}
[data-final]~.far{display:none}
@media(max-width:39.99rem){.far{display:none}}
@media(min-width:40rem){body{padding-block-start:1rem}.banner{margin-block-start:-1rem}header,main,footer,.wide{max-width:34rem}.body{padding:1.5rem}.amount{font-size:3rem}}
@media(prefers-reduced-motion:reduce){*{animation-duration:0s!important}.clock i,.bar i{animation-duration:300s!important;animation-timing-function:steps(300)!important}}
@media(forced-colors:active){.bar i,.status::before{background:CanvasText}}
@media print{header nav,.noprint,.banner+.skip,.wide,details,.btn,.link{display:none!important}body{background:#fff;color:#000;font-size:11pt}.status,.body{border-color:#999;background:#fff!important;color:#000!important}main,footer{max-width:none}}
`;
