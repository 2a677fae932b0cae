/** The reference page's whole style: no fonts, no files, dark where the reader's system is dark. */
export const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: light-dark(#0b6b57, #4fd1b0); }
* { box-sizing: border-box; }
body { margin: 0; background: Canvas; color: CanvasText; font: 16px/1.55 system-ui, sans-serif; }
header, main, nav { max-width: 52rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.5rem; }
h1 { margin: 0; font-size: 1.8rem; }
h2 { margin: 2.5rem 0 .5rem; padding-top: .5rem; border-top: 1px solid var(--line); font-size: 1.35rem; }
h3 { margin: 2rem 0 .25rem; font-size: 1.1rem; }
h4 { margin: 1rem 0 .25rem; font-size: .9rem; }
p { margin: .5rem 0; }
a { color: var(--accent); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .5rem 0; padding: 0; list-style: none; }
code, pre { font: .86em/1.5 ui-monospace, monospace; }
code { overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .75rem; overflow-x: auto; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; }
pre code { overflow-wrap: normal; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th, td { padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td:last-child { min-width: 11rem; }
.method { font-weight: 700; color: var(--accent); }
details { margin: .5rem 0; }
summary { cursor: pointer; }
@media (max-width: 34rem) {
  thead { position: absolute; clip-path: inset(50%); }
  tr, td { display: block; }
  tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  td { padding: 0; border: 0; }
  td:first-child code { font-weight: 600; }
  td[data-of] { font-size: .85em; }
  td[data-of]::before { content: attr(data-of) ": "; }
}
`;
