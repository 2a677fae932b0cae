import type { CheckoutView } from './view.ts';

const LENGTH_MAX = 2000;
const OURS = ['payment_session_id', 'reference', 'status'] as const;

export type ReturnAddressProblem = 'no_address' | 'too_long' | 'with_password' | 'not_https';

/** What is wrong with a merchant's return address; null: nothing. `http` is for development only. */
export function returnAddressProblem(text: string, allows_http: boolean): ReturnAddressProblem | null {
  if (text.length > LENGTH_MAX) return 'too_long';
  if (!URL.canParse(text)) return 'no_address';
  const { protocol, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'with_password';
  if (protocol === 'https:' || (protocol === 'http:' && allows_http)) return null;
  return protocol === 'http:' ? 'not_https' : 'no_address';
}

/**
 * The link back to the shop, with three parameters that are for display only: whoever reads them as a payment
 * believes what anybody can type. Null without an address; a live session never leads to plain http.
 */
export function returnAddress(view: CheckoutView, status: CheckoutView['status']): string | null {
  if (view.return_url === null || !URL.canParse(view.return_url)) return null;
  const url = new URL(view.return_url);
  const is_secure = url.protocol === 'https:';
  if (!is_secure && (url.protocol !== 'http:' || view.environment === 'live')) return null;
  const values = [view.id, view.reference, status];
  OURS.forEach((name, at) => {
    url.searchParams.set(name, values[at] ?? '');
  });
  return url.href;
}
