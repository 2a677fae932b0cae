import type { Bracket } from '../../domain/book/tariff.ts';
import type { Operator } from '../../domain/session/session.ts';
import { listTariffs as listRows } from '../../store/book/tariffs.ts';
import type { Services } from '../services.ts';

export type Tariff = { operator: Operator; service: string; brackets: Bracket[] };

/** What operators take, as two people have set it: a tariff per service. */
export async function listTariffs({ pool }: Services): Promise<Tariff[]> {
  const rows = await listRows(pool);
  return [...Map.groupBy(rows, ({ operator, service }) => `${operator} ${service}`).values()].flatMap(
    (own) => {
      const [first] = own;
      if (first === undefined) return [];
      return [{ operator: first.operator as Operator, service: first.service, brackets: own }];
    },
  );
}
