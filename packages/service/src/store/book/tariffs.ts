import type { OperatorTariffRow } from '../rows.generated.ts';
import { type None, setStatement, statement } from '../statement.ts';

/** Every bracket, by operator and service, lowest first. */
export const listTariffBrackets = statement<None, OperatorTariffRow>(
  'list_tariff_brackets',
  'select * from operator_tariffs order by operator, service, from_xaf',
);

type Service = Pick<OperatorTariffRow, 'operator' | 'service'>;

/** Locks the tariffs of services, so that two people who set one at once do it one after the other. */
export const lockTariffs = statement(
  'lock_tariffs',
  'lock table operator_tariffs in share row exclusive mode',
);

/** Takes the tariffs of services away. */
export const deleteTariffs = setStatement<Service>(
  'delete_tariffs',
  `delete from operator_tariffs t using json_to_recordset($1::json) as i (operator text, service text)
  where t.operator = i.operator and t.service = i.service`,
);

export const insertTariffs = setStatement<OperatorTariffRow>(
  'insert_tariffs',
  `insert into operator_tariffs (operator, service, from_xaf, to_xaf, fee_xaf, rate_basis_points)
  select operator, service, from_xaf, to_xaf, fee_xaf, rate_basis_points
  from json_to_recordset($1::json) as i (operator text, service text, from_xaf bigint, to_xaf bigint, fee_xaf bigint,
    rate_basis_points int)`,
);
