import { expect, test } from 'vitest';
import { withoutPromo } from './check-promo.ts';
import { compileWording } from './compile.ts';

test.each([
  'Recu {amount} de {payer}, il vous reste {balance}. [{promo}]',
  'Recu {amount} de {name} {phone}. Disponible {balance}. [{promo}]',
  'Recu {amount} de {phone}. Motif: {motif}. Disponible: {balance}. [ {promo} ].',
  'Encaissement de {amount} par {phone}, ref {id}. Motif: {motif}. il vous reste {balance}. [Merci. {promo}]',
])('A wording that is refused for the advertising at its end can be used without it: %s', (wording) => {
  expect(() => compileWording(wording)).toThrow('leave [{promo}] out');
  const less = withoutPromo(wording);
  expect(less).not.toContain('promo');
  expect(compileWording(less).slots.has('promo')).toBe(false);
});

test.each([
  'Recu {amount} de {payer}, il vous reste {balance}. {promo}',
  'Recu {amount} de {payer}, il vous reste <{balance}|{balance} {promo}>',
  'Recu {amount} de {payer}, il vous reste {balance}.',
])(
  'Advertising that no text may lack is not taken out of a wording, or other texts would be read: %s',
  (wording) => {
    expect(withoutPromo(wording)).toBe(wording);
  },
);
