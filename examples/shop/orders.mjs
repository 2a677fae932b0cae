// What the shop must not forget, in one SQLite file: orders, the events it has had, and its webhook secret.
import { DatabaseSync } from 'node:sqlite';

const TABLES = `
  pragma journal_mode = wal;
  create table if not exists orders (
    id text primary key,
    lines text not null,
    amount_xaf integer not null check (amount_xaf > 0),
    operator text not null,
    state text not null check (state in ('WAITING', 'CHECKING', 'PAID', 'SHIPPED', 'ENDED')),
    session_id text,
    checkout_url text
  ) strict;
  create table if not exists events (id text primary key) strict;
  create table if not exists webhook_secrets (endpoint_id text primary key, secret text not null) strict;
`;

/** What a session's status makes of an order. A status that is not here, such as AWAITING_PAYMENT, changes nothing. */
const STATE_BY_STATUS = {
  UNDER_REVIEW: 'CHECKING',
  SUCCESS: 'PAID',
  EXPIRED: 'ENDED',
  CANCELLED: 'ENDED',
  FAILED: 'ENDED',
};

export class Orders {
  #db;

  constructor(file) {
    this.#db = new DatabaseSync(file);
    this.#db.exec(TABLES);
  }

  /** Kept before Chari is asked for anything: whatever breaks then, the order and its reference are here. */
  add({ id, lines, amount_xaf, operator }) {
    const sql = `insert into orders (id, lines, amount_xaf, operator, state) values (?, ?, ?, ?, 'WAITING')
                 on conflict do nothing`;
    this.#run(sql, id, JSON.stringify(lines), amount_xaf, operator);
  }

  find(id) {
    const order = this.#db.prepare('select * from orders where id = ?').get(id);
    return order && { ...order, lines: JSON.parse(order.lines) };
  }

  /** Those whose payment may still change. */
  open() {
    const sql = `select * from orders where state in ('WAITING', 'CHECKING') and session_id is not null`;
    return this.#db.prepare(sql).all();
  }

  keepSession({ id, reference, checkout_url }) {
    this.#run('update orders set session_id = ?, checkout_url = ? where id = ?', id, checkout_url, reference);
  }

  /**
   * Takes over what Chari says of a session. What is paid or ended stays so, whatever comes late or twice; and the
   * order is found by its reference, since an event may come before the answer that names the session.
   */
  follow({ reference, amount, status }) {
    const state = STATE_BY_STATUS[status];
    if (state === undefined) return;
    const sql = `update orders set state = ?
                  where id = ? and amount_xaf = ? and state in ('WAITING', 'CHECKING')`;
    this.#run(sql, state, reference, amount);
  }

  /**
   * Does the work of an event unless it was done before. Both are kept, or neither: a crash loses nothing.
   * @returns whether it was new
   */
  once(event_id, work) {
    this.#db.exec('begin immediate');
    try {
      const is_new = this.#run('insert into events (id) values (?) on conflict do nothing', event_id) === 1;
      if (is_new) work();
      this.#db.exec('commit');
      return is_new;
    } catch (error) {
      this.#db.exec('rollback');
      throw error;
    }
  }

  /**
   * Where a real shop would call its warehouse.
   * @returns the ids of what was shipped now
   */
  ship() {
    const sql = `update orders set state = 'SHIPPED' where state = 'PAID' returning id`;
    return this.#db
      .prepare(sql)
      .all()
      .map(({ id }) => id);
  }

  secretOf(endpoint_id) {
    const sql = 'select secret from webhook_secrets where endpoint_id = ?';
    return this.#db.prepare(sql).get(endpoint_id)?.secret;
  }

  keepSecret(endpoint_id, secret) {
    const sql = 'insert or replace into webhook_secrets (endpoint_id, secret) values (?, ?)';
    this.#run(sql, endpoint_id, secret);
  }

  /** @returns how many rows it changed */
  #run(sql, ...values) {
    return Number(this.#db.prepare(sql).run(...values).changes);
  }
}
