import { banksOf } from '../../../engine/settlements/destination.ts';

/** What our bank accounts are called, by the name under which a proof has each. */
export async function bankNames(
  services: Parameters<typeof banksOf>[0],
): Promise<ReadonlyMap<string, string>> {
  return new Map((await banksOf(services)).map(({ id, name }) => [`BANK ${id}`, name]));
}
