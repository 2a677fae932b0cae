/**
 * A list of the API. `await` it for one page, as the API answers it; `for await` over it for every item of this
 * page and of all after it, each once. Nothing is sent before either.
 */
export class Listing<Page, Item> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #page: () => Promise<Page>;
  readonly #items: () => AsyncGenerator<Item>;

  constructor(page: () => Promise<Page>, items: () => AsyncGenerator<Item>) {
    this.#page = page;
    this.#items = items;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited for its page
  then<A = Page, B = never>(
    onfulfilled?: ((page: Page) => A | PromiseLike<A>) | null,
    onrejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#page().then(onfulfilled, onrejected);
  }

  [Symbol.asyncIterator](): AsyncGenerator<Item> {
    return this.#items();
  }
}

/**
 * A list that is read by cursor.
 * @param itemsOf the items of a page
 */
export function byCursor<Query extends { cursor?: string | undefined }, Page, Item>(
  query: Query,
  send: (query: Query) => Promise<Page & { next_cursor: string | null }>,
  itemsOf: (page: Page) => readonly Item[],
): Listing<Page, Item> {
  return new Listing(
    () => send(query),
    async function* () {
      for (let cursor: string | null | undefined = query.cursor; cursor !== null; ) {
        const page = await send({ ...query, cursor });
        yield* itemsOf(page);
        cursor = page.next_cursor;
      }
    },
  );
}

/**
 * A list that is read by offset, newest first. What is created meanwhile moves what follows to the next page, so
 * an item may come twice there: it is left out.
 */
export function byOffset<Query extends { offset?: number | undefined }, Page, Item extends { id: string }>(
  query: Query,
  send: (query: Query) => Promise<Page & { limit: number }>,
  itemsOf: (page: Page) => readonly Item[],
): Listing<Page, Item> {
  return new Listing(
    () => send(query),
    async function* () {
      const seen = new Set<string>();
      for (let offset = query.offset ?? 0; ; ) {
        const page = await send({ ...query, offset });
        const items = itemsOf(page);
        for (const item of items) {
          if (!seen.has(item.id)) yield item;
          seen.add(item.id);
        }
        if (items.length === 0 || items.length < page.limit) return;
        offset += items.length;
      }
    },
  );
}
