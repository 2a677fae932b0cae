import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { CookieName } from '../../src/web/frame/table.ts';

/** A browser without scripts: it keeps cookies, and sends forms with the token of the page it saw last. */
export class Browser {
  readonly #server: FastifyInstance;
  readonly cookies = new Map<string, string>();
  /** Sent with every request. */
  headers: Record<string, string> = {};
  /** The token of the form that was seen last. */
  csrf: string | null = null;

  constructor(server: FastifyInstance) {
    this.#server = server;
  }

  /** Lays a cookie of ours, named as over https: that is where the tests' pages are. */
  keep(name: CookieName, value: string): void {
    this.cookies.set(`__Host-chari-${name}`, value);
  }

  cookie(name: CookieName): string | null {
    return this.cookies.get(`__Host-chari-${name}`) ?? null;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.send({ method: 'GET', url: path, headers });
  }

  /** Sends a form as its page would: the token comes from the page seen last in this session, or from `/account`. */
  async post(
    path: string,
    fields: Record<string, string | readonly string[]> = {},
    { csrf, headers = {} }: { csrf?: string | null; headers?: Record<string, string> } = {},
  ): Promise<LightMyRequestResponse> {
    if (this.csrf === null && csrf === undefined) await this.follow(await this.get('/account'));
    const token = csrf === undefined ? this.csrf : csrf;
    const pairs = Object.entries(fields).flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]),
    );
    if (token !== null) pairs.push(['csrf', token]);
    return this.send({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(pairs).toString(),
    });
  }

  /** POSTs, and GETs what the answer leads to. */
  async submit(
    path: string,
    fields: Record<string, string | readonly string[]> = {},
  ): Promise<LightMyRequestResponse> {
    const answer = await this.post(path, fields);
    return answer.statusCode === 303 ? this.follow(answer) : answer;
  }

  /** GETs where an answer leads to, through at most five redirects. */
  async follow(answer: LightMyRequestResponse, left = 5): Promise<LightMyRequestResponse> {
    const { location } = answer.headers;
    if (answer.statusCode !== 303 || location === undefined || left === 0) return answer;
    return this.follow(await this.get(String(location)), left - 1);
  }

  async send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie === '' ? {} : { cookie }), ...this.headers, ...options.headers };
    const answer = await this.#server.inject({ ...options, headers });
    const before = this.cookie('session');
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.#take(line);
    // A token belongs to one session: what is on a page of another is of no use.
    if (this.cookie('session') !== before) this.csrf = null;
    this.csrf = /name="csrf" value="([^"]+)"/.exec(answer.body)?.[1] ?? this.csrf;
    return answer;
  }

  #take(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=', 2);
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
