import { type AllowanceStanding, allowanceName } from '../../domain/reservation/allowance.ts';
import { type Kin, kinPastFifth, roomBeside } from '../../domain/reservation/beside.ts';
import type { KeptKin } from '../../store/sessions/sessions.ts';
import type { Services } from '../services.ts';
import type { HoldDraft } from './draft.ts';

/** Whether a draft keeps its number also from who asks for an amount that is easily mistaken for its own. */
export const keepsOthersOff = ({ policy }: Services, { command }: HoldDraft): boolean =>
  policy.keep_amounts_apart && command.customer_phone === null;

/** The kin of an amount with what is kept of each. */
export const withKept = (kin: readonly Kin[], kept: readonly KeptKin[] | null): (Kin & KeptKin)[] =>
  kin.map((one, i) => ({ ...one, ...(kept?.[i] as KeptKin) }));

/** The drafts of a batch that keep others off: each counts for those behind it. */
export class Besides {
  readonly #drafts: ReadonlySet<HoldDraft>;
  readonly #asked = new Map<string, number>();
  readonly #given = new Map<string, number>();

  constructor(drafts: readonly HoldDraft[]) {
    this.#drafts = new Set(drafts);
    for (const { command } of drafts) add(this.#asked, allowanceName(command), command.amount_xaf, 1);
  }

  /** The kin of a draft's amount of which the merchant, with all that this batch asks for, would keep more than a fifth. */
  kinOf({ command }: HoldDraft, standing: AllowanceStanding, with_room: number): Kin[] {
    const name = allowanceName(command);
    const asked = (amount_xaf: number): number => count(this.#asked, name, [amount_xaf]);
    return asked(command.amount_xaf) === 0
      ? []
      : kinPastFifth(command.amount_xaf, with_room, standing, asked);
  }

  /**
   * Leaves out of the drafts of a merchant and amount those of the last that would keep more from others than it may.
   * @param kin those of `kinOf`, with what is kept of each; without any, none is left out
   */
  leave(group: readonly HoldDraft[], kin: readonly (Kin & KeptKin)[], with_room: number): HoldDraft[] {
    const { command } = group[0] as HoldDraft;
    const [own, all] = [allowanceName(command), command.operator];
    const known = kin.map(({ amount_xaf, like_xaf, ...kept }) => ({
      amount_xaf,
      own: kept.own + count(this.#given, own, [amount_xaf]),
      beside: kept.beside + count(this.#given, own, like_xaf),
      free: with_room - kept.taken - count(this.#given, all, [amount_xaf, ...like_xaf]),
    }));
    const room = roomBeside(command.amount_xaf, with_room, known);
    let wanted = 0;
    const may = group.filter((draft) => {
      if (!this.#drafts.has(draft)) return true;
      wanted += 1;
      return wanted <= room;
    });
    for (const name of [own, all]) add(this.#given, name, command.amount_xaf, Math.min(wanted, room));
    return may;
  }
}

function count(counts: ReadonlyMap<string, number>, name: string, amounts_xaf: readonly number[]): number {
  return amounts_xaf.reduce((sum, one) => sum + (counts.get(`${name}/${one}`) ?? 0), 0);
}

function add(counts: Map<string, number>, name: string, amount_xaf: number, more: number): void {
  counts.set(`${name}/${amount_xaf}`, count(counts, name, [amount_xaf]) + more);
}
