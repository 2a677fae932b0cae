import {
  ERRORS,
  errorsOf,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  type OperationName,
  ruleOf,
} from '@chari/contract';
import type { TObject, TSchema } from 'typebox';
import { block, code, escapeHtml, json, prose, table } from './html.ts';

const EXAMPLE_ID = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';

/** The operations of one tag, each with its fields, an example in curl, its answer and its errors. */
export function operationsOf(tag: Operation['tag'], base_url: string): string {
  return OPERATION_NAMES.filter((name) => OPERATIONS[name].tag === tag)
    .map((name) => section(name, OPERATIONS[name], base_url))
    .join('\n');
}

function section(name: OperationName, operation: Operation, base_url: string): string {
  const { answer, body, query } = operation;
  const shown = answer.example === null ? '' : json(answer.example);
  return `<h3 id="${name}">${escapeHtml(operation.summary)}</h3>
<p><span class="method">${operation.method}</span> ${code(operation.path)} · scope ${code(operation.scope)}</p>
<p>${prose(operation.description)}</p>
${query === undefined ? '' : fieldsOf('Query', query)}
${body !== null && body !== 'none' ? fieldsOf('Field', body.schema as TObject) : ''}
<h4>Example</h4>
${block(curl(operation, base_url))}
<p>Answers <strong>${answer.status}</strong>: ${escapeHtml(answer.description)}</p>
${shown}
<p>Errors: ${errorsOf(operation).map(errorLink).join(', ')}.</p>`;
}

function errorLink(name: keyof typeof ERRORS): string {
  return `${ERRORS[name].status} <a href="#error-${name}">${name}</a>`;
}

function fieldsOf(head: 'Field' | 'Query', schema: TObject): string {
  const required = new Set<string>(schema.required as string[] | undefined);
  const rows = Object.entries(schema.properties as Record<string, TSchema>).map(([name, property]) => {
    const { description } = property as { description?: string };
    return [
      code(name),
      required.has(name) ? 'yes' : 'no',
      prose(`${description ?? ''} ${ruleOf(property)}`.trim()),
    ];
  });
  return table([head, 'Required', 'What it is'], rows);
}

/** A line to paste into a shell; the key comes from the variable CHARI_KEY. */
export function curl(operation: Operation, base_url: string): string {
  const { method, path, body } = operation;
  const lines = [
    `curl -X ${method} ${base_url}${path.replace(':id', EXAMPLE_ID)}`,
    '  -H "X-API-Key: $CHARI_KEY"',
  ];
  if (body !== null && body !== 'none') {
    // A quote inside a shell's single quotes is written by closing, escaping and opening them again.
    const text = JSON.stringify(body.example).replaceAll("'", "'\\''");
    lines.push("  -H 'Content-Type: application/json'", `  -d '${text}'`);
  }
  return lines.join(' \\\n');
}
