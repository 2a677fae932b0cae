import type { Command } from 'commander';
import { writeBracket } from '../../domain/movement/tariff.ts';
import { isOperator, OPERATORS, type Operator } from '../../domain/operator.ts';
import { tariffSubject } from '../../domain/review/subjects.ts';
import { listTariffs } from '../../engine/book/look.ts';
import { tariffTold } from '../../engine/desk/book/sentences.ts';
import { setTariffs } from '../../engine/desk/book/set-tariff.ts';
import { answer, CommandFailure, leaf, table } from '../output.ts';
import { withServices } from '../run.ts';
import { addWithdraw, type SignedOptions, staffLeaf, tell, withStaff } from '../staff.ts';

export function addTariffCommands(program: Command): void {
  const tariffs = program
    .command('tariffs')
    .description('what operators take for sending money: it proves debits whose SMS hides its fee');
  leaf(tariffs, 'list', 'every tariff that two people have set').action(list);
  staffLeaf(
    tariffs,
    'set <operator> <service> <brackets...>',
    'replace the tariff of a service, as in: set AIRTEL transfer 1-5000=100 5001-500000=1%; none takes it away',
  ).action(set);
  addWithdraw(tariffs, 'operator/service', async (_services, name) => {
    const [operator = '', service = ''] = name.split('/');
    return [tariffSubject.of({ operator: operatorOf(operator), service })];
  });
}

async function list(options: { json?: boolean }): Promise<void> {
  const rows = await withServices(({ services }) => listTariffs(services));
  const lines = rows.map(({ operator, service, brackets }) => [
    operator,
    service,
    brackets.map(writeBracket).join(' '),
  ]);
  answer(
    options.json === true,
    rows,
    table(
      ['operator', 'service', 'brackets'],
      lines,
      'There is none: a debit whose SMS hides its fee waits until the SIM is read.',
    ),
  );
}

async function set(name: string, service: string, brackets: string[], options: SignedOptions): Promise<void> {
  const operator = operatorOf(name);
  const [outcome] = await withStaff(options, ({ services, by }) =>
    setTariffs(services, [{ operator, service, brackets, ...by }]),
  );
  if (outcome === undefined) throw new Error('bug: no outcome');
  tell(options.json, outcome, tariffTold({ operator, service, brackets }, outcome));
}

function operatorOf(name: string): Operator {
  const operator = name.toUpperCase();
  if (isOperator(operator)) return operator;
  throw new CommandFailure(`${name} is no operator: ${OPERATORS.join(' or ')}.`, 2);
}
