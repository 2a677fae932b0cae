import { expect, it } from 'vitest';
import { isFlat } from '../error-body.ts';
import { ERRORS } from '../errors.ts';
import { errorsOf, type Operation } from '../operation.ts';
import { OPERATION_NAMES, OPERATIONS } from '../operations.ts';
import { openapiDocument } from './document.ts';

it('The document promises Retry-After where an answer has it: with the envelope, never with the flat shape of a 503', () => {
  const document = JSON.parse(JSON.stringify(openapiDocument('https://pay.example.com')));
  const promised = OPERATION_NAMES.flatMap((name) => {
    const operation: Operation = OPERATIONS[name];
    const path = document.paths[operation.path.replace(':id', '{id}')][operation.method.toLowerCase()];
    return [429, 503].map((status) => {
      const codes = errorsOf(operation).filter((code) => ERRORS[code].status === status);
      const { $ref, ...own } = path.responses[status];
      const answer = $ref === undefined ? own : document.components.responses[$ref.split('/').at(-1)];
      return { codes, header: answer.headers['Retry-After'] };
    });
  });
  expect(promised.every(({ header }) => header !== undefined)).toBe(true);
  const mixed = promised.filter(({ codes }) => codes.some(isFlat));
  expect(mixed.length).toBeGreaterThan(0);
  for (const { codes, header } of mixed) {
    const said = codes.filter((code) => header.description?.includes(code));
    expect(said).toEqual(codes.filter((code) => !isFlat(code)));
  }
});
