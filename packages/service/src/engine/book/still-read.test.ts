import { expect, test } from 'vitest';
import { readSms } from '../../sms/read.ts';
import type { Reading } from '../../sms/reading.ts';
import { defineTemplate, type Template } from '../../sms/templates/template.ts';
import { isStillRead } from './still-read.ts';

const WORDING = 'Encaissement de {amount} par {phone}, il vous reste {balance}.';
const WITHOUT_AD = 'Encaissement de 5000 FCFA par 66123456, il vous reste 12000 FCFA.';
const WITH_AD = `${WITHOUT_AD} Gagnez des bonus!`;

const taught = (wording: string, is_narrowed = false): Template => ({
  ...defineTemplate({
    ...{ id: 'taught', operator: 'AIRTEL', kind: 'CREDIT', is_taught: true, is_narrowed },
    wordings: [wording],
  }),
  status: 'confirmed',
});

const sms = (body: string) => ({ operator: 'AIRTEL' as const, sender: 'AirtelMoney', body });
const readBefore = (body: string) =>
  readSms({ ...sms(body), text: body, templates: [taught(`${WORDING} [Gagnez des bonus]`)] })
    .readings[0] as Reading;

test('A text read by a wording that has lost its advertising since still counts, if the shorter wording reads it alike', () => {
  const narrowed = [taught(WORDING, true)];
  expect(isStillRead(sms(WITHOUT_AD), readBefore(WITHOUT_AD), narrowed)).toBe(true);
  expect(isStillRead(sms(WITH_AD), readBefore(WITH_AD), narrowed)).toBe(false);
  expect(isStillRead(sms(WITH_AD), readBefore(WITH_AD), [taught(WORDING)])).toBe(true);
});
