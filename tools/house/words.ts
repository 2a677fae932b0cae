import { dotted, finding, parse, type Syntax, walk } from './syntax.ts';
import { type Finding, isCode, lineAt, type Rule, type SourceFile } from './tree.ts';

// Written apart, so that this file does not find itself.
const UNFINISHED = ['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'];
const UNFINISHED_PHRASES = [
  'not implemented',
  'for now',
  'temporary fix',
  '@ts-' + 'ignore',
  '@ts-' + 'nocheck',
];

const RUNNERS: ReadonlySet<string> = new Set(['it', 'test', 'describe', 'suite', 'bench']);
const LEFT_OUT: ReadonlySet<string> = new Set(['skip', 'only', 'todo', 'fails']);

export const unfinished: Rule = {
  name: 'unfinished',
  sentence: 'no comment and no document speaks of unfinished work',
  check: (tree) => tree.flatMap((file) => (isCode(file.path) ? inComments(file) : inText(file))),
};

export const leftOutTests: Rule = {
  name: 'left_out_tests',
  sentence: 'no test is skipped, run alone or left to be written',
  check: (tree) => tree.filter(({ path }) => isCode(path)).flatMap(leftOut),
};

const VERBS = 'are|can|could|did|do|does|had|has|have|is|it is|may|must|was|were|will|would';
/** A failing report shows a test by its name alone, or behind that of what gathers it. */
const IN_MID_SENTENCE = new RegExp(
  `^(?:also|and|but|it|its|nor|or|the same holds|then|they|yet|(?:neither|so) (?:${VERBS}))\\b`,
  'i',
);
const TEXTS: ReadonlySet<string> = new Set(['Literal', 'TemplateLiteral']);

export const testNames: Rule = {
  name: 'test_names',
  sentence:
    'the name of a test that stands by itself is read by itself: it begins with no conjunction and no pronoun',
  check: (tree) => tree.filter(({ path }) => path.endsWith('.test.ts')).flatMap(inMidSentence),
};

function inMidSentence(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  walk(parse(file).program, (node, around) => {
    if (!TESTS.has(runnerOf(node)) || around.some((one) => runnerOf(one) === 'describe')) return;
    const [first] = node.arguments as Syntax[];
    if (first === undefined || !TEXTS.has(first.type)) return;
    const name = file.text.slice(first.start + 1, first.end - 1);
    const [word] = IN_MID_SENTENCE.exec(name) ?? [];
    if (word !== undefined) found.push(finding(file, node, around, `begins with "${word}": "${name}"`));
  });
  return found;
}

const TESTS: ReadonlySet<string> = new Set(['it', 'test']);

/** `test` of `test(…)`, `test.each(…)(…)` and ``test.each`…`(…)``; '' of any other node. */
function runnerOf(node: Syntax): string {
  if (node.type !== 'CallExpression') return '';
  const callee = node.callee as Syntax;
  const made = callee.type === 'CallExpression' ? callee.callee : callee.tag;
  return dotted(made ?? callee).split('.')[0] ?? '';
}

/** Papers that whoever reads the repository does not have. */
const ABSENT = ['design ' + 'section', 'rails ' + 'facts', 'shared' + '/'];
/** The same of one that has a short name, wherever it stands as a word and not as the name of a folder. */
const SHORT = new RegExp(`(?<![\\w/.-])${'sp' + 'ec'}(?![\\w/-]|\\.\\w)`, 'i');
/** What was applied somewhere is never edited again. */
const HISTORY = 'packages/service/migrations/';

export const citations: Rule = {
  name: 'citations',
  sentence: 'nobody cites a paper that is not in the repository: the reason itself stands there',
  check: (tree) =>
    tree
      .filter(({ path }) => !path.startsWith(HISTORY))
      .flatMap((file) =>
        file.text.split('\n').flatMap((line, index): Finding[] => {
          const paper = ABSENT.find((name) => line.toLowerCase().includes(name)) ?? SHORT.exec(line)?.[0];
          return paper === undefined
            ? []
            : [{ path: file.path, line: index + 1, where: '', says: `cites "${paper}"` }];
        }),
      ),
};

function inComments(file: SourceFile): Finding[] {
  return parse(file).comments.flatMap(({ value, start }) =>
    unfinishedIn(value).map((word) => leftover(file, start, word)),
  );
}

function inText(file: SourceFile): Finding[] {
  if (!/\.(?:md|sql|sh|css|html|py|php)$/.test(file.path) && file.path !== '.ci/run') return [];
  let start = 0;
  return file.text.split('\n').flatMap((line) => {
    const found = unfinishedIn(line).map((word) => leftover(file, start, word));
    start += line.length + 1;
    return found;
  });
}

function leftover(file: SourceFile, start: number, word: string): Finding {
  return { path: file.path, line: lineAt(file.text, start), where: '', says: `says "${word}"` };
}

function unfinishedIn(text: string): string[] {
  const words = new Set(text.split(/[^A-Za-z]+/));
  const lower = text.toLowerCase();
  return [
    ...UNFINISHED.filter((word) => words.has(word)),
    ...UNFINISHED_PHRASES.filter((phrase) => lower.includes(phrase)),
  ];
}

function leftOut(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  walk(parse(file).program, (node, around) => {
    if (node.type !== 'MemberExpression') return;
    const [runner = '', ...rest] = dotted(node).split('.');
    const last = rest.at(-1) ?? '';
    if (!RUNNERS.has(runner) || !LEFT_OUT.has(last)) return;
    found.push(finding(file, node, around, `uses ${runner}.${rest.join('.')}`));
  });
  return found;
}
