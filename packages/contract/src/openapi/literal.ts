/** How a language writes a value of JSON. */
export type Style = {
  list: readonly [open: string, close: string];
  map: readonly [open: string, close: string];
  /** A key with what stands between it and its value. */
  key: (name: string) => string;
  text: (text: string) => string;
  words: Readonly<Record<'null' | 'true' | 'false', string>>;
  indent: string;
};

const JSON_WORDS = { null: 'null', true: 'true', false: 'false' } as const;
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

export const TYPESCRIPT: Style = {
  list: ['[', ']'],
  map: ['{', '}'],
  key: (name) => `${name}: `,
  text: quoted,
  words: JSON_WORDS,
  indent: '  ',
};

export const PHP: Style = {
  ...TYPESCRIPT,
  map: ['[', ']'],
  key: (name) => `${quoted(name)} => `,
  indent: '    ',
};

export const PYTHON: Style = {
  ...TYPESCRIPT,
  key: (name) => `${JSON.stringify(name)}: `,
  text: (text) => JSON.stringify(text),
  words: { null: 'None', true: 'True', false: 'False' },
  indent: '    ',
};

/** A value as a literal of the language; what follows its first line stands `margin` deep. */
export function literal(value: unknown, style: Style, margin = ''): string {
  if (typeof value === 'string') return style.text(value);
  if (value === null || typeof value === 'boolean') return style.words[`${value}`];
  if (typeof value !== 'object') return String(value);
  const deeper = margin + style.indent;
  const [open, close] = Array.isArray(value) ? style.list : style.map;
  const members = Array.isArray(value)
    ? value.map((one) => literal(one, style, deeper))
    : Object.entries(value).map(([name, one]) => `${style.key(name)}${literal(one, style, deeper)}`);
  if (Array.isArray(value)) return `${open}${members.join(', ')}${close}`;
  return `${open}\n${members.map((member) => `${deeper}${member},\n`).join('')}${margin}${close}`;
}
