/** What an API key may be allowed to do (design section 3). Write does not imply read. */
export const SCOPES = {
  'payment_sessions:read': 'Read payment sessions.',
  'payment_sessions:write': 'Create and cancel payment sessions.',
  'transactions:read': 'Read and list transactions.',
  'transactions:write': 'Start transactions.',
  'webhook_endpoints:read': 'Read webhook endpoints, their deliveries, and events.',
  'webhook_endpoints:write': 'Create, change, test and delete webhook endpoints; resend deliveries.',
  'sandbox:write': 'Act out payments in the sandbox; test keys only.',
} as const;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[];
