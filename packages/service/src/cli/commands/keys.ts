import { type Command, Option } from 'commander';
import { defaultScopes } from '../../domain/keys.ts';
import type { Environment } from '../../domain/operator.ts';
import { keySubject } from '../../domain/review/subjects.ts';
import {
  type CreateMerchantKeyOutcome,
  createMerchantKeys,
} from '../../engine/desk/merchants/create-keys.ts';
import { revokeMerchantKeys } from '../../engine/desk/merchants/stop-merchants.ts';
import { consentTold, proposed } from '../../engine/desk/told.ts';
import { createKeys, listKeys } from '../../engine/keys/keys.ts';
import {
  answer,
  CommandFailure,
  commaList,
  idAsKept,
  leaf,
  limitOption,
  table,
  utcMoment,
} from '../output.ts';
import { withServices } from '../run.ts';
import { keyBytes } from '../services.ts';
import {
  addWithdraw,
  liveStaffLeaf,
  type MaySign,
  type SignedOptions,
  staffLeaf,
  tell,
  withSigner,
  withStaff,
} from '../staff.ts';
import { unknownMerchant } from './merchants.ts';

type CreateOptions = {
  merchant: string;
  env: Environment;
  scopes?: string[];
  also?: string[];
} & MaySign;

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys; each is shown once');
  liveStaffLeaf(keys, 'create', 'make a key and show it, once')
    .requiredOption('--merchant <id>', 'whose key', idAsKept)
    .addOption(
      new Option('--env <environment>', 'which money').choices(['test', 'live']).makeOptionMandatory(),
    )
    .option('--scopes <list>', 'separated by commas; default all that fit but refunds:write', commaList)
    .option('--also <list>', 'scopes besides those, such as refunds:write', commaList)
    .action(create);
  leaf(keys, 'list', 'the active ones first, then revoked ones')
    .option('--merchant <id>', 'only of this merchant', idAsKept)
    .option(...limitOption)
    .action(list);
  addWithdraw(keys, 'merchant', async (_services, merchant_id) => [keySubject.of(merchant_id.toLowerCase())]);
  staffLeaf(keys, 'revoke <id>', 'refuse a key for ever, everywhere within a second').action(revoke);
}

async function create(options: CreateOptions): Promise<void> {
  const command = {
    merchant_id: options.merchant,
    environment: options.env,
    scopes: [...(options.scopes ?? defaultScopes(options.env)), ...(options.also ?? [])],
    random_bytes: keyBytes(),
  };
  const [outcome] = await withSigner<CreateMerchantKeyOutcome[]>(options.env, options, ({ services, by }) =>
    by === null ? createKeys(services, [command]) : createMerchantKeys(services, [{ ...command, ...by }]),
  );
  if (outcome === undefined || outcome.kind === 'merchant_not_found') {
    throw new CommandFailure(unknownMerchant(options.merchant));
  }
  if (outcome.kind === 'scopes_unusable') {
    const asked = outcome.scopes.filter((scope) => scope !== '').join(', ') || 'no scope at all';
    throw new CommandFailure(
      `A ${options.env} key can't have ${asked}; it can have ${outcome.offered.join(', ')}.`,
      2,
    );
  }
  if (outcome.kind === 'proposed') {
    const same = `npx chari keys create --merchant ${options.merchant} --env ${options.env} --scopes ${command.scopes.join(',')}`;
    return tell(options.json, outcome, proposed('As such a key gives a merchant’s payments back', same));
  }
  if (outcome.kind !== 'created') return tell(options.json, outcome, consentTold(outcome));
  const { id, environment, scopes } = outcome.api_key;
  answer(options.json === true, { id, key: outcome.key, environment, scopes }, [
    outcome.key,
    `This is the only time it is shown. Its id: ${id}; its scopes: ${scopes.join(', ')}.`,
  ]);
}

async function list(options: { merchant?: string; limit: number; json?: boolean }): Promise<void> {
  const merchant_id = options.merchant ?? null;
  const keys = await withServices(({ services }) =>
    listKeys(services, { merchant_id, limit: options.limit }),
  );
  if (keys === null) throw new CommandFailure(unknownMerchant(merchant_id ?? ''));
  const rows = keys.map((key) => [
    key.id,
    `service_${key.environment}_…${key.last4}`,
    key.merchant_id,
    utcMoment(key.created_at),
    utcMoment(key.revoked_at),
  ]);
  const heading = ['id', 'key', 'merchant', 'created', 'revoked'];
  const nothing = 'There is no key yet: npx chari keys create --merchant ID --env test';
  answer(options.json === true, { keys }, table(heading, rows, nothing, options.limit));
}

async function revoke(id: string, options: SignedOptions): Promise<void> {
  const [outcome] = await withStaff(options, ({ services, by }) =>
    revokeMerchantKeys(services, [{ merchant_id: null, key_id: id, ...by }]),
  );
  if (outcome === undefined || outcome.kind === 'not_found') {
    throw new CommandFailure(`There is no key with the id ${shown(id)}: npx chari keys list shows them.`);
  }
  const { api_key } = outcome;
  answer(options.json === true, api_key, [
    `The key …${api_key.last4} is revoked since ${utcMoment(api_key.revoked_at)}; every process refuses it within a second.`,
  ]);
}

// Whoever passes a whole key where its id belongs must not find it in a terminal's history file of errors.
function shown(id: string): string {
  return id.startsWith('service_') ? `${id.slice(0, 13)}… (that is a key, not an id)` : id;
}
