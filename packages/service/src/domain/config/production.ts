import type { Config } from './config.ts';

/**
 * Why this configuration may not serve in production, a sentence each; empty in development. The embedded
 * database is allowed there: it is a real PostgreSQL server, and its secret key lies beside it.
 */
export function productionRefusals(config: Config): string[] {
  if (config.mode !== 'production') return [];
  const refusals: string[] = [];
  if (config.database_url !== null && config.secret_key === null) {
    refusals.push(
      'CHARI_SECRET_KEY is not set: with DATABASE_URL several machines share the webhook secrets, so in production they need the same key; make one with `openssl rand -hex 32`.',
    );
  }
  if (config.allow_private_webhooks) {
    refusals.push(
      "CHARI_ALLOW_PRIVATE_WEBHOOKS is on: in production it would let a merchant's webhook reach this network from inside; unset it.",
    );
  }
  if (!config.public_url_was_set) {
    refusals.push(
      'PUBLIC_URL is not set: in production merchants and customers need the address at which they reach the service, such as https://pay.example.com.',
    );
  }
  if (config.airtel !== null && !isSafe(config.airtel.base_url)) {
    refusals.push(
      "CHARI_AIRTEL_URL begins with http: in production Airtel's credentials travel there, so it must be https.",
    );
  }
  const addresses = { PUBLIC_URL: config.public_url, DASHBOARD_URL: config.dashboard_url };
  for (const [name, address] of Object.entries(addresses)) {
    if (!isSafe(address) && (name === 'PUBLIC_URL' || address !== config.public_url)) {
      refusals.push(
        `${name} begins with http: in production customers read payment instructions there, so it must be https.`,
      );
    }
  }
  return refusals;
}

/** What will not work in production with this configuration, though the rest does, a sentence each; empty in development. */
export function productionWarnings({ mode, mail }: Pick<Config, 'mode' | 'mail'>): string[] {
  if (mode !== 'production') return [];
  if (mail.smtp_url === null)
    return [
      'CHARI_SMTP_URL is not set: nobody can sign up, choose a new password or be invited, and no owner is told of another payout account, since no mail goes out; set it to your mail server, such as smtps://user:password@host:465.',
    ];
  return mail.from.endsWith('@localhost>') || mail.from.endsWith('@localhost')
    ? [
        'CHARI_MAIL_FROM names localhost: mail servers elsewhere refuse such a sender; set it to an address of yours, such as Chari <no-reply@example.com>.',
      ]
    : [];
}

// Plain HTTP that never leaves the machine is how production mode is tried out.
function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return (
    protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  );
}
