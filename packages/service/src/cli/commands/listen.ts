import { EVENT_NAMES } from '@chari/contract';
import { type Command, Option } from 'commander';
import { isUuid } from '../../domain/keys.ts';
import type { Environment } from '../../domain/operator.ts';
import type { Replay } from '../../engine/events.ts';
import { createAuthenticator } from '../../engine/keys/authenticate.ts';
import { urlRefusal } from '../../engine/webhook-endpoints/create.ts';
import type { FollowFilter } from '../../store/events.ts';
import { findMerchants } from '../../store/merchants.ts';
import { jsonTeller, personTeller } from '../listen/forward.ts';
import { isSecret, listen, listenSecret, parseReplay } from '../listen/listen.ts';
import {
  answer,
  CommandFailure,
  commaList,
  idAsKept,
  leaf,
  printJson,
  printLine,
  tellPerson,
} from '../output.ts';
import { type CommandContext, withServices } from '../run.ts';
import { loadSecretKey, readSecret } from '../secret-key.ts';
import { drainOnSignal } from '../serve/signals.ts';
import { unknownMerchant } from './merchants.ts';

type ListenOptions = {
  forwardTo?: string;
  secret?: string;
  key?: string;
  merchant?: string;
  env: Environment;
  events?: string[];
  replay?: string;
  printSecret?: boolean;
  json?: boolean;
};

export function addListenCommand(program: Command): void {
  leaf(program, 'listen', 'print events as they happen, and forward them to a local address')
    .option('--forward-to <url>', 'where to send them, signed; http://localhost:3000/webhooks for one')
    .option(
      '--secret <whsec>',
      "sign with this secret; default this installation's own, which is printed; - reads it from the pipe",
    )
    .addOption(
      new Option(
        '--key <key>',
        'only of the merchant and environment of this API key; - reads it from the pipe',
      ).conflicts(['merchant', 'env']),
    )
    .option('--merchant <id>', 'only of this merchant; default of every one', idAsKept)
    .addOption(new Option('--env <environment>', 'which money').choices(['test', 'live']).default('test'))
    .option('--events <list>', 'only these, separated by commas', commaList)
    .option('--replay <since|count>', 'past events first: 20, or 15m, 2h, 3d, or a time in ISO 8601')
    .option('--print-secret', 'only say which secret it signs with, for a receiver that starts before it')
    .action((options: ListenOptions) => (options.printSecret === true ? printSecret(options) : run(options)));
}

async function run(options: ListenOptions): Promise<void> {
  const replay = replayOf(options);
  const url = urlOf(options.forwardTo);
  const asked = filterOf(options);
  const { key, secret } = await secretsOf(options);
  const ending = new AbortController();
  let ended: Promise<void> = Promise.resolve();
  drainOnSignal(() => {
    ending.abort();
    return ended;
  }, tellPerson);
  ended = withServices(async (context) => {
    const filter = await resolveOwner(context, asked, key);
    const to = url === null ? null : { url, secret: secret ?? (await ownSecret(context)) };
    const teller = options.json === true ? jsonTeller(printJson) : personTeller(printLine);
    const undelivered = await listen(context.services, {
      filter,
      replay,
      to,
      teller,
      revive: context.database.revive,
      tell: tellPerson,
      signal: ending.signal,
    });
    if (undelivered > 0) {
      tellPerson(`${undelivered} of these events had no 2xx here; --replay sends past events again.`);
    }
  });
  await ended;
}

async function secretsOf(options: ListenOptions) {
  if (options.key === '-' && options.secret === '-')
    throw new CommandFailure(
      '--key - and --secret - would read one pipe: give --merchant instead of a key.',
      2,
    );
  const key = await readSecret(options.key);
  const secret = await readSecret(options.secret);
  if (secret !== undefined && !isSecret(secret))
    throw new CommandFailure('--secret must be whsec_ and 24 to 64 bytes in base64, with its padding.', 2);
  return { key, secret };
}

async function printSecret({ json }: ListenOptions): Promise<void> {
  const secret = await withServices(ownSecret);
  answer(json === true, { secret }, [secret]);
}

function replayOf({ replay }: ListenOptions): Replay {
  if (replay === undefined) return { kind: 'none' };
  const parsed = parseReplay(replay, new Date());
  if (parsed !== null) return parsed;
  throw new CommandFailure(
    `--replay ${replay} is neither a count from 1 to 100000 nor a time such as 15m, 2h, 3d or 2026-09-24T14:30:00Z.`,
    2,
  );
}

/** `localhost:3000/hooks` is what people type; without a scheme it means plain HTTP. */
function urlOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = text.includes('://') ? text : `http://${text}`;
  const refusal = urlRefusal(url, true);
  if (refusal !== null) throw new CommandFailure(`--forward-to ${text}: ${refusal}`, 2);
  return url;
}

function filterOf({ merchant, env, events }: ListenOptions): FollowFilter {
  const known: readonly string[] = EVENT_NAMES;
  const unknown = (events ?? []).filter((name) => !known.includes(name));
  if (unknown.length > 0 || events?.length === 0) {
    throw new CommandFailure(`There is no event ${unknown.join(', ')}: there are ${known.join(', ')}.`, 2);
  }
  if (merchant !== undefined && !isUuid(merchant)) throw new CommandFailure(unknownMerchant(merchant), 2);
  return { merchant_id: merchant ?? null, environment: env, types: events ?? null };
}

/** The filter with the owner of the key in it, or with the merchant that was named, who must exist. */
async function resolveOwner(
  { services }: CommandContext,
  filter: FollowFilter,
  key: string | undefined,
): Promise<FollowFilter> {
  if (key !== undefined) {
    const principal = await createAuthenticator(services, () => performance.now())(key);
    if (principal !== null) {
      const { merchant_id, environment } = principal;
      return { ...filter, merchant_id, environment };
    }
    throw new CommandFailure(
      'This API key is unknown or was revoked: npx chari keys list shows those there are.',
    );
  }
  if (filter.merchant_id !== null) {
    const [merchant] = await findMerchants(services.pool, [{ id: filter.merchant_id }]);
    if (merchant === undefined) throw new CommandFailure(unknownMerchant(filter.merchant_id));
  }
  return filter;
}

async function ownSecret({ config, database }: CommandContext): Promise<string> {
  return listenSecret(await loadSecretKey(config, database.data_dir));
}
