import { expect, it } from 'vitest';
import { statement } from './statement.ts';

it('Two statements of one name are refused where they are declared, not on the connection that meets both', () => {
  statement('a_name_of_this_test', 'select 1');
  expect(() => statement('a_name_of_this_test', 'select 1')).not.toThrow();
  expect(() => statement('a_name_of_this_test', 'select 2')).toThrow('two statements are called');
});
