/** The part of JSON Schema that the contract uses. */
export type Json = {
  title?: string;
  description?: string;
  type?: string;
  const?: string | number;
  enum?: readonly (string | number)[];
  anyOf?: readonly Json[];
  items?: Json;
  properties?: Readonly<Record<string, Json>>;
  required?: readonly string[];
  patternProperties?: Readonly<Record<string, Json>>;
};

/** The TypeScript names of schemas: those with a title get a declaration of their own, once. */
export class Names {
  readonly #sets: ReadonlyMap<string, string>;
  readonly #renamed: Readonly<Record<string, string>>;
  readonly #declared = new Map<string, string>();

  /**
   * @param sets closed sets by name, declared elsewhere
   * @param renamed titles that need another name
   */
  constructor(sets: Readonly<Record<string, readonly string[]>>, renamed: Readonly<Record<string, string>>) {
    this.#sets = new Map(Object.entries(sets).map(([name, values]) => [values.join('|'), name]));
    this.#renamed = renamed;
  }

  /** The type of a schema, by name where it has one. */
  of(schema: Json): string {
    const is_value = schema.enum !== undefined || schema.const !== undefined;
    if (schema.title === undefined || is_value) return this.#inline(schema);
    const name = this.#renamed[schema.title] ?? schema.title;
    if (!this.#declared.has(name)) {
      // Kept before its members are read: the order is that of the first mention, the outermost first.
      this.#declared.set(name, '');
      this.#declared.set(name, declaration(name, schema, this));
    }
    return name;
  }

  declarations(): string[] {
    return [...this.#declared.values()];
  }

  #inline(schema: Json): string {
    if (schema.const !== undefined) return quoted(schema.const);
    if (schema.enum !== undefined) {
      return this.#sets.get(schema.enum.join('|')) ?? schema.enum.map(quoted).join(' | ');
    }
    if (schema.anyOf !== undefined) return schema.anyOf.map((one) => this.of(one)).join(' | ');
    if (schema.type === 'array') {
      const item = this.of(schema.items ?? {});
      return item.includes(' ') ? `(${item})[]` : `${item}[]`;
    }
    if (schema.type === 'integer') return 'number';
    if (schema.type !== 'object') return schema.type ?? 'unknown';
    if (Object.keys(schema.properties ?? {}).length === 0) return 'object';
    return `{ ${members(schema, this).join(' ')} }`;
  }
}

export function closedSet(name: string, values: readonly string[]): string {
  return `export type ${name} = ${values.map(quoted).join(' | ')};`;
}

export function declaration(name: string, schema: Json, names: Names): string {
  return `export interface ${name} {\n${members(schema, names)
    .map((member) => `  ${member.replaceAll('\n', '\n  ')}`)
    .join('\n')}\n}`;
}

function members(schema: Json, names: Names): string[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const says = member.description === undefined ? '' : `/** ${member.description} */\n`;
    // A caller may pass on what it has not: undefined is left out of JSON.
    const type = required.has(name) ? `: ${names.of(member)}` : `?: ${names.of(member)} | undefined`;
    return `${says}${name}${type};`;
  });
}

function quoted(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value}'`;
}
