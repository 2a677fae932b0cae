import { calls, purity } from './calls.ts';
import { circles, fileCircles } from './circles.ts';
import { floors } from './floors.ts';
import { crumbs, fileLength, functionLength } from './length.ts';
import { decisions, links } from './links.ts';
import { loops } from './loops.ts';
import { map } from './map.ts';
import { migrations } from './migrations.ts';
import { named } from './named.ts';
import { names, operators } from './names.ts';
import { places } from './places.ts';
import { prepared } from './prepared.ts';
import { settings } from './settings.ts';
import { statements } from './statements.ts';
import type { Rule } from './tree.ts';
import { verbs } from './verbs.ts';
import { citations, leftOutTests, testNames, unfinished } from './words.ts';

/** Every rule of the house. A new one goes here, with a bad example in `rules.test.ts`. */
export const RULES: readonly Rule[] = [
  floors,
  circles,
  fileCircles,
  calls,
  purity,
  statements,
  prepared,
  loops,
  verbs,
  fileLength,
  crumbs,
  functionLength,
  names,
  operators,
  unfinished,
  leftOutTests,
  testNames,
  citations,
  places,
  migrations,
  links,
  named,
  decisions,
  settings,
  map,
];
