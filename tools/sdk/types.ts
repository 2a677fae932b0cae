import {
  ENVIRONMENTS,
  ERROR_CODES,
  ERRORS,
  EVENT_NAMES,
  FlatErrorBody,
  OPERATIONS,
  OPERATORS,
  type Operation,
  PAYMENT_SESSION_EVENT_NAMES,
  PAYMENT_SESSION_STATUSES,
  SCENARIO_NAMES,
  TRANSACTION_EVENT_NAMES,
  TRANSACTION_STATUSES,
  WEBHOOK_DELIVERY_STATUS_NAMES,
} from '@chari/contract';
import { closedSet, declaration, type Json, Names } from './declarations.ts';

/** The closed sets that have a name of their own in the SDK. */
const SETS: Readonly<Record<string, readonly string[]>> = {
  Environment: ENVIRONMENTS,
  Operator: OPERATORS,
  PaymentSessionStatus: Object.keys(PAYMENT_SESSION_STATUSES),
  TransactionStatus: TRANSACTION_STATUSES,
  PaymentSessionEventName: PAYMENT_SESSION_EVENT_NAMES,
  TransactionEventName: TRANSACTION_EVENT_NAMES,
  EventName: EVENT_NAMES,
  Scenario: SCENARIO_NAMES,
  WebhookDeliveryStatus: WEBHOOK_DELIVERY_STATUS_NAMES,
};

/** `Event` and what is made of it would hide the Event of every runtime. */
const RENAMED: Readonly<Record<string, string>> = { Event: 'LoggedEvent', EventDetail: 'LoggedEventDetail' };

/** The text of packages/sdk/src/contract.generated.ts: types of all that crosses the wire, and a row for each operation. */
export function sdkTypes(): string {
  const names = new Names(SETS, RENAMED);
  const operations = Object.entries<Operation>(OPERATIONS);
  const rows = operations.map(([name, operation]) => `  ${name}: '${row(operation)}',`);
  const shapes = operations.map(([name, operation]) => `  ${name}: ${shape(operation, names)};`);
  const failed_check = (FlatErrorBody as unknown as Json).properties?.failed_checks?.items ?? {};
  const parts = [
    '// Made from packages/contract by tools/generate-sdk-types.ts.',
    ...Object.entries(SETS).map(([name, values]) => closedSet(name, values)),
    errorCodes(),
    declaration('FailedCheck', failed_check, names),
    ...names.declarations(),
    `/** What each operation is sent and answers. */\nexport interface Operations {\n${shapes.join('\n')}\n}`,
    [
      '/** Method, path, status of the answer, and a member that the answer always has. */',
      `export const OPERATIONS: Record<keyof Operations, string> = {`,
      ...rows,
      '};',
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function errorCodes(): string {
  const lines = Object.entries(ERRORS).map(
    ([code, { status, when }]) => ` * - \`${code}\` (${status}): ${when}`,
  );
  return `/**\n * Every way the API says no.\n${lines.join('\n')}\n */\n${closedSet('ErrorCode', ERROR_CODES)}`;
}

function row({ method, path, answer }: Operation): string {
  const schema = answer.schema as Json | null;
  return [method, path, answer.status, ...(schema?.required ?? []).slice(0, 1)].join(' ');
}

function shape({ body, query, answer }: Operation, names: Names): string {
  const has_body = body !== null && body !== 'none';
  return [
    `{ body: ${has_body ? names.of(body.schema as Json) : 'undefined'}`,
    `query: ${query === undefined ? 'undefined' : names.of(query as unknown as Json)}`,
    `answer: ${answer.schema === null ? 'undefined' : names.of(answer.schema as Json)} }`,
  ].join('; ');
}
