import type { Draft } from './draft.ts';

/** How people bring the lists of one day while it lasts, as far as it has come. */
export class Lists {
  readonly #draft: Draft;
  readonly day: number;
  readonly #days: string;
  #waiting: string | null = null;
  #count = 0;

  /** @param listed_until the last day of which all is listed */
  constructor(draft: Draft, day: number, listed_until: number) {
    this.#draft = draft;
    this.day = day;
    // A list that left a day out would be taken to go on from the last one, wherever the SIM came back to the balance at
    // which that ended: people bring the days in their order, or say that some are missing.
    const in_order = `${Math.min(listed_until + 1, day)}-${day}`;
    this.#days = draft.manner.order === 'as_days_go' ? in_order : `${day} gap`;
  }

  /** One person brings the list, and the next time another one agrees to it. */
  half(): void {
    if (this.#waiting !== null) {
      this.agree();
      return;
    }
    this.#count += 1;
    this.#waiting = `f${this.day}${this.#count}`;
    this.#draft.add(`import ${this.#waiting} ${this.#days}${printed(this.#draft)}`);
  }

  agree(): void {
    if (this.#waiting !== null) this.#draft.add(`agree ${this.#waiting}`);
    this.#waiting = null;
  }

  whole(): void {
    this.#draft.add(`bring ${this.#days}${printed(this.#draft)}`);
  }
}

/** What stands on a list, and what doesn't. */
export const printed = ({ chance, manner }: Draft): string =>
  `${manner.list}${chance.happens(manner.unprinted) ? ' unprinted' : ''}`;
