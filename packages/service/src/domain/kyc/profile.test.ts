import { expect, test } from 'vitest';
import { KYC_FIELDS, type KycField, missingFields, readProfile } from './profile.ts';

const one = (field: KycField, text: string) => {
  const read = readProfile({ [field]: text });
  return read.ok ? `= ${read.profile[field] ?? ''}` : read.wrong[field];
};

test('what was typed is read as one would read it, or refused by its field', () => {
  const table: [KycField, string, string][] = [
    ['legal_name', '  Société  Alpha\u00a0SARL ', '= Société Alpha SARL'],
    ['legal_name', 'Socie\u0301te\u0301 Alpha', '= Société Alpha'],
    ['legal_name', 'شركة ألفا', '= شركة ألفا'],
    ['legal_name', '', '= '],
    ['legal_name', 'A', 'too_short'],
    ['legal_name', 'A'.repeat(201), 'too_long'],
    ['legal_name', 'Alpha\u202eahpla', 'unseen_signs'],
    ['legal_name', 'Al\u200bpha', 'unseen_signs'],
    ['legal_name', 'Al\u0000pha', 'unseen_signs'],
    ['trade_name', 'Chez Awa, 24 h', '= Chez Awa, 24 h'],
    ['trade_name', 'Envoyez au 66 00 00 01', 'looks_like_a_number'],
    ['trade_name', 'Tapez *150#', 'looks_like_a_number'],
    ['trade_name', 'رقم ٦٦٠٠٠٠٠١', 'looks_like_a_number'],
    ['trade_name', '6-6-0-0-0-1', 'looks_like_a_number'],
    ['legal_form', 'sarl', '= sarl'],
    ['legal_form', 'constructor', 'not_a_choice'],
    ['rccm', 'TC/NDJ/17-B-2345', '= TC/NDJ/17-B-2345'],
    ['rccm', 'RCCM <b>', 'not_a_registration'],
    ['nif', 'aucun', 'not_a_registration'],
    ['nif', '600012345', '= 600012345'],
    ['address', 'Avenue Charles de Gaulle\r\nN’Djamena', '= Avenue Charles de Gaulle\nN’Djamena'],
    ['representative_name', 'Awa\nBrahim', '= Awa Brahim'],
    ['representative_phone', '66 00 00 01', '= +23566000001'],
    ['representative_phone', '+33 6 12 34 56 78', 'not_a_phone'],
    ['identity_kind', 'passport', '= passport'],
  ];
  expect(table.map(([field, text]) => [field, text, one(field, text)])).toEqual(table);
});

test('names that are no fields are left out, also those that every object has', () => {
  const read = readProfile({ __proto__: 'x', merchant_id: 'x', kyc_status: 'APPROVED', nif: '600012345' });
  expect(read).toEqual({ ok: true, profile: { nif: '600012345' } });
  expect(readProfile(JSON.parse('{"__proto__":{"legal_name":"x"}}'))).toEqual({ ok: true, profile: {} });
});

test('everything is asked for before a profile can be submitted', () => {
  expect(missingFields({})).toEqual(KYC_FIELDS);
  expect(missingFields({ legal_name: 'Alpha' })).not.toContain('legal_name');
});
