import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Gives a place back; a second time it does nothing. */
export type Leave = () => void;

/**
 * Of all places in this process one name has `each` at most, and no second one once half of all are taken: what is left is for
 * those who have none. What is waited for here is memory and the one thread, so each process counts for itself.
 * @returns null where no place is free
 */
export function openPlaces({ each, all }: { each: number; all: number }): (name: string) => Leave | null {
  const taken = new Map<string, number>();
  let count = 0;
  return (name) => {
    const own = taken.get(name) ?? 0;
    if (own >= each || count >= all || (own > 0 && count >= all / 2)) return null;
    taken.set(name, own + 1);
    count += 1;
    let is_over = false;
    return () => {
      if (is_over) return;
      is_over = true;
      count -= 1;
      const left = (taken.get(name) ?? 1) - 1;
      if (left === 0) taken.delete(name);
      else taken.set(name, left);
    };
  };
}

/** Who holds which place, from before a body is read until nothing of the request is held any more. */
export class Seats {
  readonly #held = new WeakMap<FastifyRequest, { leave: Leave; is_handled: boolean }>();

  /**
   * Keeps a place for a request. Whoever goes away before the page was asked gives it back so.
   * @returns false: they have gone already, and the place is free
   */
  keep(request: FastifyRequest, reply: FastifyReply, leave: Leave): boolean {
    if (reply.raw.destroyed) {
      leave();
      return false;
    }
    const held = { leave, is_handled: false };
    this.#held.set(request, held);
    reply.raw.once('close', () => {
      if (!held.is_handled) leave();
    });
    return true;
  }

  /** The page is asked now. It holds what was sent until it has done its work, even if its reader goes away meanwhile. */
  handle(request: FastifyRequest): void {
    const held = this.#held.get(request);
    if (held !== undefined) held.is_handled = true;
  }

  /** A file is written as its reader takes it, and keeps its place until then; also where nobody ever reads. */
  untilRead(request: FastifyRequest, body: Readable): void {
    const leave = this.take(request);
    if (body.closed) leave();
    else body.once('close', leave);
  }

  /** Who calls this has to give the place back. */
  take(request: FastifyRequest): Leave {
    const held = this.#held.get(request);
    this.#held.delete(request);
    return held?.leave ?? (() => undefined);
  }
}
