import { html, NOTHING, type SafeHtml } from '../html.ts';
import type { ScenarioWord } from '../words/words.ts';
import { note, type Sight } from './sight.ts';

/** Nobody may take a test for a payment. */
export function testBanner({ view, words }: Pick<Sight, 'view' | 'words'>): SafeHtml {
  return view.environment === 'test'
    ? html`<aside class="banner" aria-label="TEST">${words.test.banner}</aside>`
    : NOTHING;
}

/** In test, while the session waits: a button for each scenario of the sandbox. */
export function scenarioButtons(sight: Sight): SafeHtml {
  const { view, words, path, language } = sight;
  if (view.environment !== 'test' || view.status !== 'AWAITING_PAYMENT') return NOTHING;
  const { test } = words;
  const names = (Object.keys(test.scenarios) as ScenarioWord[]).filter(
    (name) => name !== 'wrong_payer' || view.has_declared_payer,
  );
  return html`<section class="noprint" aria-labelledby="play"><h2 id="play">${test.heading}</h2>
<p class="hint">${test.text}</p>
${sight.is_impossible === true ? note(test.impossible, 'warn') : NOTHING}
<form method="post" action="${path}/sandbox?lang=${language}" class="keys">${names.map(
    (name) =>
      html`<button class="btn ${name === 'paid' ? '' : 'two'}" name="scenario" value="${name}">${test.scenarios[name]}</button>`,
  )}</form></section>`;
}
