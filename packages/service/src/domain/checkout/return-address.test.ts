import { describe, expect, test } from 'vitest';
import { viewOf } from '../../../test/web/views.ts';
import { returnAddress, returnAddressProblem } from './view.ts';

describe('A return address', () => {
  test.each([
    ['https://shop.example/thanks', false, null],
    ['https://shop.example/thanks?lang=fr#top', false, null],
    ['http://127.0.0.1:3000/', true, null],
    ['http://shop.example/', false, 'not_https'],
    ['javascript:alert(1)', true, 'no_address'],
    ['data:text/html,<h1>', true, 'no_address'],
    ['//shop.example', true, 'no_address'],
    ['shop.example', true, 'no_address'],
    ['', true, 'no_address'],
    ['https://a:b@shop.example/', false, 'with_password'],
    [`https://shop.example/${'x'.repeat(2000)}`, false, 'too_long'],
  ] as const)('%s (http: %s): %s', (text, allows_http, problem) => {
    expect(returnAddressProblem(text, allows_http)).toBe(problem);
  });

  test('is followed with what is for display, and keeps its own parameters', () => {
    const view = viewOf({ return_url: 'https://shop.example/thanks?cart=7&status=mine', reference: 'A&B=ü' });
    const url = new URL(returnAddress(view, 'SUCCESS') ?? '');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      cart: '7',
      status: 'SUCCESS',
      reference: 'A&B=ü',
      payment_session_id: view.id,
    });
  });

  test.each([
    ['live', 'http://shop.example/', null],
    ['test', 'http://shop.example/', 'http://shop.example'],
    ['live', 'https://shop.example/', 'https://shop.example'],
    ['test', 'javascript:alert(1)', null],
    ['live', null, null],
  ] as const)('of a %s session, %s leads to %s', (environment, return_url, origin) => {
    const address = returnAddress(viewOf({ environment, return_url }), 'EXPIRED');
    expect(address === null ? null : new URL(address).origin).toBe(origin);
  });
});
