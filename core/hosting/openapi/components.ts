import { isDeepStrictEqual } from 'node:util';
import { errorSchemas, problemSchema } from './error_schemas.ts';
import type { Examples } from './examples.ts';
import { headers } from './headers.ts';
import type { Tree } from '../../kernel/base/tree.ts';
import { capital } from './words.ts';

/** Components of the OpenAPI document that operations share, each stored once under a unique name. */
export class Components {
  readonly #schemas: Record<string, Tree>;
  readonly #responses: Record<string, Tree> = {};
  readonly #parameters: Record<string, Tree> = {};

  /**
   * @param withProblem whether responses list problem details as another form of an error
   * @param errorSchema schema of error bodies, if they have not the standard form
   */
  constructor(
    withProblem: boolean,
    private readonly examples: Examples,
    private readonly errorSchema?: Tree,
  ) {
    this.#schemas = { ...errorSchemas, ...(errorSchema && { Error: errorSchema }), ...(withProblem && problemSchema) };
  }

  /** Whether error bodies have the standard form, which examples of errors show. */
  get hasStandardErrors(): boolean {
    return this.errorSchema === undefined;
  }

  /**
   * Stores a schema. If a different schema has the name, the new one gets its module as a prefix, or else a number.
   * @returns the reference to the schema
   */
  schema(name: string, schema: Tree, module: string): Tree {
    return keep({ section: 'schemas', parts: this.#schemas }, { name, part: schema, module });
  }

  /** Stores a response; a taken name is changed as for a schema. @returns the reference to the response */
  response(name: string, response: Tree, module: string): Tree {
    return keep({ section: 'responses', parts: this.#responses }, { name, part: response, module });
  }

  /** Stores a parameter. @returns the reference; the parameter itself when a different parameter has its name */
  parameter(name: string, parameter: Tree): Tree {
    if (!isFree(this.#parameters, name, parameter)) return parameter;
    return keep({ section: 'parameters', parts: this.#parameters }, { name, part: parameter, module: '' });
  }

  /** The section `components` of the OpenAPI document, without unused headers. */
  all(paths: Tree, securitySchemes: Tree): Tree {
    const text = JSON.stringify([paths, this.#responses]);
    const used = Object.entries(headers).filter(([name]) => text.includes(`"#/components/headers/${name}"`));
    return {
      schemas: this.#withExamples(),
      responses: this.#responses,
      parameters: this.#parameters,
      headers: Object.fromEntries(used),
      securitySchemes,
    };
  }

  #withExamples(): Tree {
    const entries = Object.entries(this.#schemas).map(([name, schema]) => {
      const example = this.examples.ofSchema(name, schema) ?? this.#pageExample(schema);
      return [name, example === undefined ? schema : { ...schema, examples: [example] }];
    });
    return Object.fromEntries(entries) as Tree;
  }

  /** A page with the example of its entries; undefined for another schema, and for entries without an example. */
  #pageExample({ properties = {} }: { readonly properties?: Tree }): Tree | undefined {
    const members = Object.entries(properties as Readonly<Record<string, PageField>>);
    if (!members.some(([, { items }]) => items?.$ref !== undefined)) return undefined;
    const listed = members.map(([name, member]) => {
      const entry = this.#stored(member.items?.$ref);
      if (!entry) return [name, listedExample(this.#stored(member.$ref)?.[1] ?? member)] as const;
      const example = this.examples.ofSchema(...entry);
      return [name, example === undefined ? undefined : [example]] as const;
    });
    return listed.every(([, example]) => example !== undefined) ? Object.fromEntries<unknown>(listed) : undefined;
  }

  #stored(reference = ''): [name: string, schema: Tree] | undefined {
    const name = reference.replace('#/components/schemas/', '');
    const schema = this.#schemas[name];
    return schema && [name, schema];
  }
}

/** A field of a page: its entries, its position, or its total. */
interface PageField {
  readonly $ref?: string;
  readonly items?: { readonly $ref?: string };
  readonly examples?: readonly unknown[];
}

function listedExample(schema: { readonly examples?: readonly unknown[] } = {}): unknown {
  return schema.examples?.[0];
}

interface Section {
  readonly section: string;
  readonly parts: Record<string, Tree>;
}

interface Named {
  readonly name: string;
  readonly part: Tree;
  /** Module of the part; prefixes a name that another part has. */
  readonly module: string;
}

function keep({ section, parts }: Section, { name, part, module }: Named): Tree {
  const free = [name, capital(module) + name].map(clean).find((one) => isFree(parts, one, part));
  const key = free ?? numbered(parts, clean(name), part);
  parts[key] = part;
  return { $ref: `#/components/${section}/${key}` };
}

function isFree(parts: Tree, name: string, part: Tree): boolean {
  return !Object.hasOwn(parts, name) || isDeepStrictEqual(parts[name], part);
}

function numbered(parts: Tree, name: string, part: Tree): string {
  let number = 2;
  while (!isFree(parts, `${name}${number}`, part)) number++;
  return `${name}${number}`;
}

/** Restricts the name of a component to letters, digits and underscores, so that generators can name a type by it. */
function clean(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_]+/g, '_');
}
