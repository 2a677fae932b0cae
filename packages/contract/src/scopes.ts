/** What an API key may be allowed to do. Write does not imply read. */
export const SCOPES = {
  'payment_sessions:read': 'Read payment sessions.',
  'payment_sessions:write': 'Create and cancel payment sessions.',
  'transactions:read': 'Read and list transactions.',
  'transactions:write': 'Start transactions.',
  'balance:read': 'Read the balance.',
  'refunds:read': 'Read and list refunds.',
  'refunds:write': 'Give payments back.',
  'settlements:read': 'Read settlements and their transfers.',
  'webhook_endpoints:read': 'Read webhook endpoints and their deliveries.',
  'webhook_endpoints:write': 'Create, change, test and delete webhook endpoints; resend deliveries.',
  'events:read': 'Read events, which hold payers’ phone numbers.',
  'sandbox:write': 'Act out payments in the sandbox; test keys only.',
} as const;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[];
