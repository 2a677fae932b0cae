import type { Draft } from '../honest-days/draft.ts';

/** Seconds that a clock is off: within the two minutes that are forgiven. */
export const CLOCKS_OFF_S = [-90, -60, 60, 90];

/** The phone of the SIM is off for a while, or out of reach; then all that came meanwhile comes at once. And clocks are set. */
export class Outages {
  readonly #draft: Draft;
  readonly #likely: number;
  #left = 0;

  constructor(draft: Draft) {
    this.#draft = draft;
    this.#likely = draft.chance.pick([0, 0, 0.08]);
  }

  mayGo(): void {
    const { chance } = this.#draft;
    if (chance.happens(0.02))
      this.#draft.add(`${chance.pick(['clock', 'phone'])} ${chance.pick([0, ...CLOCKS_OFF_S])}`);
    if (this.#left > 0) {
      this.#left -= 1;
      if (this.#left === 0) this.#draft.add('phone back');
    } else if (this.#likely > 0 && chance.happens(this.#likely)) {
      this.#draft.add(`phone ${chance.pick(['off', 'offline'])}`);
      this.#left = chance.between(2, 7);
    }
  }

  /** The night finds it where it is. */
  isBack(): void {
    if (this.#left > 0) this.#draft.add('phone back');
    this.#left = 0;
  }
}
