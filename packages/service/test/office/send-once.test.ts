import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { SENDING_WORDS } from '../../src/files/sending/words.ts';
import { OFFICE_REFUND_WORDS } from '../../src/web/office/refunds/words.ts';
import { OFFICE_SETTLEMENT_WORDS } from '../../src/web/office/settlements/words.ts';

const guide = async (name: string): Promise<string> =>
  (await readFile(new URL(`../../../../docs/${name}.md`, import.meta.url), 'utf8')).replaceAll(/\s+/g, ' ');

/** What is pressed, and the order to send that has to stand after it; what is said only of money that has left already. */
const SAID = {
  fr: { send: 'Je l’envoie', order: 'envoyez', once: 'une seule fois', afterwards: /puis dites-le|inverse/ },
  ar: { send: 'سأرسله الآن', order: 'أرسل', once: 'مرة واحدة', afterwards: /ثم سجّله|العكس/ },
  en: { send: 'I send it', order: 'send', once: 'once', afterwards: /then say so|other way round/ },
} as const;

// The second of two who see one refund is told that somebody has it, but only where nobody sends before saying so.
describe.each(['fr', 'ar', 'en'] as const)('who sends money by hand, in %s', (language) => {
  const { send, order, once, afterwards } = SAID[language];

  it.each([
    ['a refund', OFFICE_REFUND_WORDS[language]],
    ['a settlement', OFFICE_SETTLEMENT_WORDS[language]],
  ])('says so before sending %s, and then sends once', (_, words) => {
    expect(words.send).toBe(send);
    const [before, after] = words.intro.split(send);
    expect(before).not.toContain(order);
    expect(after).toContain(order);
    expect(after).toContain(once);
    expect(words.intro).not.toMatch(afterwards);
  });

  it('is told to send a refund as soon as it is noted', () => {
    expect(OFFICE_REFUND_WORDS[language].told.sending).toContain(once);
  });

  it('reads on the sending list what the button says', () => {
    expect(SENDING_WORDS[language].notes[0]?.toLowerCase()).toContain(send.toLowerCase());
  });
});

it('The guides of the back office say so first, too', async () => {
  const office = await guide('back-office');
  expect(office).toContain('**Refunds.** Open what is *to be sent*, press *I send it*');
  expect(office).toMatch(/\*\*Settlements\.\*\* Approve what is drafted, press \*I send it\*/);
  expect(office).not.toMatch(/send it, press \*I send it\*|then press \*I send it\*/);
});
