/** What signed-in pages add to the style of all pages; on a phone first, then wider. */
export const FRAME_STYLE = `
.app header,.app main,.app footer{max-width:76rem}
.app header{gap:.25rem .75rem;border-block-end:1px solid var(--line);background:var(--card);max-width:none;padding-inline:max(1rem,50% - 37rem)}
.app header .brand a{color:inherit;text-decoration:none;display:inline-flex;align-items:center;min-height:44px}
.who{flex:1 1 8rem;min-width:0;margin:0;font-weight:700}
.who small{display:block;color:var(--soft);font-weight:400}
.env{display:flex;border:2px solid var(--soft);border-radius:.6rem;overflow:hidden}
.env a{padding-inline:.9rem;min-height:40px;border-radius:0;color:var(--soft);font-weight:700}
.env a[aria-current].test{background:#ffd43b;color:#231a00}
.env a[aria-current].live{background:var(--go);color:var(--on)}
.test-mode .banner{padding:.3rem 1rem;font-size:.95rem}
.test-mode header{border-block-end:4px solid #ffc400}
.menu{margin:0;border:0;border-radius:0;padding:0;flex-basis:100%}
.menu summary::before,.menu[open] summary::before{content:"";width:1.1rem;height:2px;background:currentColor;box-shadow:0 -6px,0 6px}
.menu nav{display:block;padding-block-end:.5rem}
.menu ul{list-style:none;margin:0;padding:0}
.menu li{margin:0;padding:0}
.menu li a{display:flex;width:100%}
.menu form>.btn,td form>.btn{margin:0}
.menu a[aria-current]{background:var(--tint)}
nav .btn[aria-current]{background:var(--go);color:var(--on)}
.app main{padding-block:1rem 3rem}
.app main>h1{margin-block:.25rem 1rem;font-size:1.5rem}
.said{margin-block:0 1rem}
.card{margin-block:0 1rem;padding:1rem;border:1px solid var(--line);border-radius:.9rem;background:var(--card)}
.card>h2:first-child{margin-block-start:0}
.cards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr))}
.cards .card{margin:0}
.figure{margin:0;font-size:1.7rem;font-weight:800;line-height:1.2}
select,textarea{width:100%;min-height:48px;padding:.5rem .75rem;border:2px solid var(--soft);border-radius:.5rem;background:var(--card);color:inherit;font:inherit;font-size:1.1rem}
.tick{display:flex;align-items:center;gap:.6rem;min-height:44px;margin:0;font-weight:400}
.tick input{flex:none;width:1.4rem;min-height:1.4rem;accent-color:var(--go)}
.field+.btn,.field+p{margin-block-start:1rem}
form>.btn{margin-block-start:1rem}
.btn.danger{border-color:var(--bad);background:none;color:var(--bad)}
.btn.small{padding:.25rem .7rem;font-size:.95rem}
.actions{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-block:1rem}
.actions form>.btn{margin:0}
.filters{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:end;margin-block-end:1rem}
.filters .field{flex:1 1 10rem}
.badge{display:inline-block;padding:.05rem .6rem;border-radius:1rem;font-size:.85rem;font-weight:700;white-space:nowrap;background:var(--tint);color:var(--go)}
.badge.wait{background:var(--warnbg);color:var(--warn)}
.badge.bad{background:var(--badbg);color:var(--bad)}
.badge.off{background:var(--bg);color:var(--soft);box-shadow:inset 0 0 0 1px var(--line)}
.empty{padding:2rem 1rem;border:2px dashed var(--line);border-radius:.9rem;color:var(--soft);text-align:center}
.rows{margin-block:0 1rem;overflow-x:auto}
table{width:100%;border-collapse:collapse}
th{color:var(--soft);font-size:.9rem;font-weight:600;text-align:start;overflow-wrap:normal}
td summary{white-space:nowrap}
th,td{padding:.6rem .75rem;border-block-end:1px solid var(--line);vertical-align:top}
.num{text-align:end;font-variant-numeric:tabular-nums}
td .actions{margin:0}
.field{max-width:34rem}
code,.code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.95em;direction:ltr;unicode-bidi:isolate}
.secret{display:block;padding:.75rem;border:2px solid var(--go);border-radius:.5rem;background:var(--bg);overflow-wrap:anywhere;user-select:all}
.pager{justify-content:space-between;margin-block:1rem}
.chart{margin:0 0 1rem}
.chart svg{display:block;width:100%;height:auto}
figcaption{font-weight:700}
.narrow{max-width:30rem;margin-inline:auto}
@media(max-width:47.99rem){
.rows thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.rows,.rows table,.rows tbody,.rows tr,.rows td{display:block}
.rows tr{margin-block-end:.75rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:.9rem;background:var(--card)}
.rows td{display:flex;justify-content:space-between;gap:1rem;padding:.4rem 0;text-align:end}
.rows td:last-child{border:0}
.rows td:empty{display:none}
.rows td::before{content:attr(data-label);flex:none;color:var(--soft);text-align:start}
.rows td[data-label=""]::before{content:none}
.rows td[data-label=""]{justify-content:flex-start}
}
@media(min-width:48rem){
td select{width:auto;min-height:44px}
.app{padding:0}
.app .banner{margin:0}
.menu::details-content{content-visibility:visible;display:block;block-size:auto}
@supports selector(::details-content){.menu summary{display:none}}
.menu ul{display:flex;flex-wrap:wrap;gap:.25rem}
.menu li a{width:auto}
.rows{border:1px solid var(--line);border-radius:.9rem;background:var(--card)}
tbody tr:last-child td{border:0}
tbody tr:hover{background:var(--bg)}
}
@media print{.app header{display:none}}
`;
