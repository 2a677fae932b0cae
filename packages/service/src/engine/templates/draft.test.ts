import { expect, test } from 'vitest';
import { TEMPLATES } from '../../sms/templates/all.ts';
import { judgeDrafts, type WordingBench } from './draft.ts';

const draft = {
  template_id: 'airtel-new',
  operator: 'AIRTEL',
  kind: 'CREDIT',
  wording: 'Votre nouveau solde est {balance}. Recu: {amount} du {phone}',
} as const;

/** What a draft would take of real texts that a template had read when they came. */
function alsoTakes(body: string, template_id: string, wording: string = draft.wording) {
  const read: WordingBench['read'] = [{ notice_id: 'n', operator: 'AIRTEL', body, template_id }];
  const [test] = judgeDrafts({ templates: [...TEMPLATES], unread: [], read, proven: [] }, [
    { ...draft, wording },
  ]);
  if (test?.kind !== 'tested') throw new Error(JSON.stringify(test));
  return test.also_takes.map(({ template }) => template);
}

test('A text that its template no longer takes forbids nobody to teach its words', () => {
  const text = 'Votre nouveau solde est 60 000 FCFA. Recu: 25 000 du 66123456';
  expect(alsoTakes(text, 'balance')).toEqual([]);
  expect(alsoTakes(text, 'of-somebody')).toEqual(['of-somebody']);
});

test('A text that its template takes as ever may be taken by no other', () => {
  const wording = 'Votre solde est {balance}, merci d avoir recu {amount} points';
  expect(alsoTakes('Votre solde est 60 000 FCFA, merci d avoir recu 200 points', 'balance', wording)).toEqual(
    ['balance'],
  );
});
