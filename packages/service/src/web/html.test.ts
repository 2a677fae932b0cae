import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { html, ours } from './html.ts';

describe('A template', () => {
  test('escapes its parts, in text and in quoted attributes, and no part twice', () => {
    const inner = html`<b title="${'"\'<>&'}">${'<i>&amp;'}</b>`;
    expect(html`<p>${inner}</p>`.text).toBe(
      '<p><b title="&quot;&#39;&lt;&gt;&amp;">&lt;i&gt;&amp;amp;</b></p>',
    );
  });

  test('sets lists one after the other, and what is absent is nothing', () => {
    expect(html`${['a', html`<b>`, [1, '<']]}${null}${undefined}${false}${0}`.text).toBe('a<b>1&lt;0');
  });

  test('shows none of the signs that can not be seen and change how a line is read', () => {
    const signs = [
      '\0',
      '\x1b',
      '\x7f',
      '\x9b',
      '\u200b',
      '\u200f',
      '\u202e',
      '\u2028',
      '\u2069',
      '\u2066',
      '\ufeff',
    ];
    expect(html`${signs.join('x')}`.text).toMatch(/^[ x]+$/);
    expect(html`${'25\u202f000 بوتيك é 👍🏽'}`.text).toBe('25\u202f000 بوتيك é 👍🏽');
  });

  test('keeps the marks around figures and Latin letters alone, which an Arabic line would turn round without them', () => {
    const kept = ['اتصل بـ \u206666 12 34 56\u2069.', '\u20665000-10000\u2069', '\u2068id\u00a0<1>\u2069'];
    expect(kept.map((text) => html`${text}`.text)).toEqual([
      kept[0],
      kept[1],
      '\u2068id\u00a0&lt;1&gt;\u2069',
    ]);
    const taken = [
      '\u2066\u2069',
      '\u2066ab',
      'ab\u2069',
      '\u2067ab\u2069',
      '\u2066a\u202eb\u2069',
      '\u2066بو\u2069',
      '\u2066a\nb\u2069',
    ];
    for (const text of taken) expect(html`${text}`.text).not.toMatch(/[\u202e\u2066-\u2069\n]/);
    expect(html`${'\u2066\u2066ab\u2069\u2069'}`.text).toBe(' \u2066ab\u2069 ');
  });

  test('lets nothing through that begins a tag or ends an attribute, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(html`${text}`.text).not.toMatch(/[<>"']/);
      }),
    );
    // Making the first such text takes seconds on a busy machine.
  }, 60_000);

  test('takes our own text as it stands', () => {
    expect(html`<style>${ours('a>b{}')}</style>`.text).toBe('<style>a>b{}</style>');
  });
});
