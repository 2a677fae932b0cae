import type { CheckoutView } from '../../src/domain/checkout/view.ts';
import { VIEWS as STATES } from '../web/views.ts';

/** A page of the checkout as one may meet it. */
export interface Exhibit {
  name: string;
  view: CheckoutView;
  /** What follows the page's address. */
  query?: string;
  /** A claim that is typed and sent before the page is looked at. */
  claim?: { transaction: string; phone: string };
}

const { waiting, waiting_test, paid, expired } = STATES as Record<string, CheckoutView>;
if (!waiting || !waiting_test || !paid || !expired) throw new Error('a state was renamed');

/** Words as long as they may be, and as hostile. */
const EXTREME = {
  merchant_name:
    'Établissements-Mahamat-Abderaman-et-Frères-Commerce-Général-Import-Export-et-Transit'.repeat(2),
  reference: 'ORDER-'.padEnd(100, '0123456789'),
  description: `<img src=x onerror=alert(1)> ${'dattes-et-mil-'.repeat(16)}`,
  amount_xaf: 10_000_000,
};
const SHOP = { return_url: 'https://shop.example.com/back' };

/** Every state of the checkout, and what its reader may make of one. */
export const EXHIBITS: readonly Exhibit[] = [
  ...Object.entries(STATES).map(([name, view]) => ({ name, view })),
  { name: 'waiting_extreme', view: { ...waiting, ...EXTREME } },
  { name: 'waiting_impossible', view: waiting_test, query: '?played=impossible' },
  { name: 'waiting_qr', view: waiting, query: '?qr=1' },
  { name: 'paid_extreme', view: { ...paid, ...EXTREME, environment: 'test' } },
  { name: 'paid_shop', view: { ...paid, ...SHOP } },
  { name: 'expired_shop', view: { ...expired, ...SHOP } },
  { name: 'expired_claim_wrong', view: expired, claim: { transaction: 'abc', phone: '12' } },
];

/** Each exhibit's session by its id. */
export const SESSIONS: ReadonlyMap<string, CheckoutView> = new Map(
  EXHIBITS.map(({ view }, index) => [idOf(index), { ...view, id: idOf(index) }]),
);

/** Where an exhibit is shown. */
export function addressOf(exhibit: Exhibit): string {
  return `/pay/payment-sessions/${idOf(EXHIBITS.indexOf(exhibit))}${exhibit.query ?? ''}`;
}

function idOf(index: number): string {
  return `0198c5a2-7d1e-7c3a-9f4e-${String(index).padStart(12, '0')}`;
}
