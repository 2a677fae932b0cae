import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { Registry } from 'prom-client';
import { openPages, siteServices } from '../../src/cli/serve/pages.ts';
import { createVerbs } from '../../src/cli/serve/verbs.ts';
import type { Mail } from '../../src/domain/account/mails.ts';
import type { MemberRole, StaffRole } from '../../src/domain/account/person.ts';
import { beginSession } from '../../src/engine/account/person.ts';
import type { SiteServices } from '../../src/engine/account/services.ts';
import { sendAccountMails } from '../../src/engine/mail/account-mails.ts';
import type { OutgoingMail } from '../../src/engine/mail/mailer.ts';
import { createLogger } from '../../src/http/log.ts';
import { httpMetrics } from '../../src/http/metrics.ts';
import { createServer } from '../../src/http/server.ts';
import { putPasswords } from '../../src/store/accounts/accounts.ts';
import { type Pool, patientPool } from '../../src/store/connect/connect.ts';
import { openWorld, type World } from '../collection/world.ts';
import { Browser } from './browser.ts';

const SECRET_KEY = new Uint8Array(32).fill(7);

/** Somebody with an account, who is or will be signed in. */
export type Known = { account_id: string; email: string; name: string; merchant_id: string | null };

/** `kept`: nothing takes them out of the outbox; `none`: there is no mail server; `shown`: on a page, as in development. */
type Mails = 'sent' | 'kept' | 'none' | 'shown';
type SiteOptions = {
  is_limited?: boolean;
  mails?: Mails;
  /** How long what a page asks may take; without it, as long as it takes. */
  page_patience_ms?: number;
};

/** What a site needs of the world that it stands on. */
type Ground = Pick<World, 'services' | 'db' | 'now' | 'merchant' | 'close'>;

/** The pages of those who sign in, on the engine of a world and wired as `serve` wires them. */
export class Site<Of extends Ground = World> {
  readonly world: Of;
  readonly server: FastifyInstance;
  readonly #is_carrying: boolean;
  readonly #page_pool: Pool | null;
  readonly services: SiteServices;
  /** What was mailed, oldest first. */
  readonly mails: Mail[] = [];
  /** The lines of the log. */
  readonly log: string[] = [];
  #count = 0;

  constructor(world: Of, { is_limited = false, mails = 'sent', page_patience_ms }: SiteOptions = {}) {
    this.world = world;
    this.#is_carrying = mails === 'sent' || mails === 'shown';
    this.#page_pool =
      page_patience_ms === undefined
        ? null
        : patientPool(world.db.pool, { max_connections: 3, statement_timeout_ms: page_patience_ms });
    const log = createLogger('trace', { write: (line) => void this.log.push(line) });
    const sealing = {
      secret_key: SECRET_KEY,
      allow_private_webhooks: true,
      mailing: {
        is_set_up: mails !== 'none',
        newest: mails === 'shown' ? async () => this.mails : null,
      },
      // As little work as the function takes: what a test waits for is not its strength.
      costs: { memory: 8, passes: 1, parallelism: 1 },
    };
    const verbs = createVerbs(world.services, sealing);
    this.services = siteServices(world.services, sealing);
    this.server = createServer({
      services: world.services,
      authenticate: () => null,
      rate_limit_per_second: 0,
      public_url: world.services.policy.dashboard_url,
      verbs,
      pages: openPages(world.services, verbs, {
        is_limited,
        log,
        ...sealing,
        ...(this.#page_pool !== null && { page_pool: this.#page_pool }),
      }),
      trusted_proxies: 'loopback',
      metrics: httpMetrics(new Registry()),
      readiness: async () => ({ ready: true, checks: {} }),
      log,
    });
    // Whoever has seen an answer finds its mails sent.
    this.server.addHook('onSend', () => this.carryMails());
  }

  /** Sends the mails that wait in the outbox, as a worker does. */
  async carryMails(): Promise<void> {
    const mailer = async ({ to, subject, text }: OutgoingMail) => {
      this.mails.push({ to, subject, text });
    };
    if (this.#is_carrying) await sendAccountMails(this.services, { mailer, host: 'pay.example' });
  }

  /** The path that the newest mail to somebody leads to. */
  linkTo(email: string): string {
    const mail = this.mails.findLast(({ to }) => to === email);
    const link = /https:\/\/pay\.example(\S+)/.exec(mail?.text ?? '')?.[1];
    if (link === undefined) throw new Error(`no link was mailed to ${email}`);
    return link;
  }

  /** A browser that nobody is signed in with. */
  browser(): Browser {
    return new Browser(this.server);
  }

  /** Writes an account whose mail is verified and that has no password: nothing is hashed. */
  async account(): Promise<Known> {
    this.#count += 1;
    const account_id = this.services.newId();
    const email = `person-${this.#count}@example.com`;
    const name = `Person ${this.#count}`;
    await this.world.db.pool.query(
      `insert into accounts (id, email, name, language, email_verified_at, created_at)
       values ($1, $2, $3, 'en', $4, $4)`,
      [account_id, email, name, this.world.now],
    );
    return { account_id, email, name, merchant_id: null };
  }

  async givePassword({ account_id }: Pick<Known, 'account_id'>, password: string): Promise<void> {
    const hash = await this.services.hashing.hash(password);
    await putPasswords(this.world.db.pool, [{ account_id, hash, set_at: this.world.now }]);
  }

  /** A browser in which a member of this role is signed in; of a merchant of their own, unless one is given. */
  async member(role: MemberRole, merchant_id?: string): Promise<Browser & { known: Known }> {
    const known = await this.account();
    known.merchant_id = merchant_id ?? (await this.world.merchant());
    await this.join(known.account_id, known.merchant_id, role);
    return this.signedIn(known);
  }

  /** Puts an account into a merchant's team. */
  async join(account_id: string, merchant_id: string, role: MemberRole): Promise<void> {
    await this.world.db.pool.query(
      `insert into members (id, account_id, merchant_id, role, created_at) values ($1, $2, $3, $4, $5)`,
      [this.services.newId(), account_id, merchant_id, role, this.world.now],
    );
  }

  /** A browser in which somebody of Chari's staff is signed in, second factor and all. */
  async staff(role: StaffRole): Promise<Browser & { known: Known }> {
    const known = await this.account();
    await this.world.db.pool.query(`insert into staff (account_id, role, created_at) values ($1, $2, $3)`, [
      known.account_id,
      role,
      this.world.now,
    ]);
    return this.signedIn(known, { is_staff: true });
  }

  /** Signs an account in, without its password. */
  async signedIn(known: Known, { is_staff = false } = {}): Promise<Browser & { known: Known }> {
    const { account_id, merchant_id } = known;
    const begun = await beginSession(this.services, {
      account_id,
      merchant_id,
      is_staff,
      is_complete: true,
      has_second_factor: is_staff,
      user_agent: 'Test',
      ip: '127.0.0.1',
    });
    const browser = this.browser();
    browser.keep('session', begun.cookie);
    return Object.assign(browser, { known });
  }

  async close(): Promise<void> {
    await this.server.close();
    await setImmediate();
    await this.#page_pool?.end();
    await this.world.close();
  }
}

export async function openSite(options: SiteOptions = {}): Promise<Site> {
  return new Site(await openWorld(), options);
}

/** The heading of a page, which every page has once. */
export function headingOf({ body }: Pick<LightMyRequestResponse, 'body'>): string {
  return textOf(/<h1>([\s\S]*?)<\/h1>/.exec(body)?.[1] ?? 'no heading');
}

/** What is left of HTML for its reader. */
export function textOf(body: string): string {
  return body
    .replaceAll(/<(script|style)>[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .trim();
}
