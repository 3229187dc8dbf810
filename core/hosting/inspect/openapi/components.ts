import { isDeepStrictEqual } from 'node:util';
import { errorSchemas } from './error_schemas.ts';
import { headers } from './headers.ts';
import type { Tree } from './tree.ts';
import { capital } from './words.ts';

/** Components of the OpenAPI document that operations share, each stored once under a unique name. */
export class Components {
  readonly #schemas: Record<string, Tree> = { ...errorSchemas };
  readonly #responses: Record<string, Tree> = {};

  /**
   * Stores a schema. When two modules give different shapes the same name, the second name gets its module as a prefix.
   * @returns the reference to the schema
   */
  schema(name: string, schema: Tree, module: string): Tree {
    const free = [name, capital(module) + name].map(clean).find((one) => isFree(this.#schemas, one, schema));
    return keep(
      { section: 'schemas', parts: this.#schemas },
      free ?? numbered(this.#schemas, clean(name), schema),
      schema,
    );
  }

  /** Stores a response. @returns the reference to the response */
  response(name: string, response: Tree): Tree {
    return keep({ section: 'responses', parts: this.#responses }, name, response);
  }

  /** The section `components` of the OpenAPI document, without headers that no path uses. */
  all(paths: Tree, securitySchemes: Tree): Tree {
    const text = JSON.stringify([paths, this.#responses]);
    const used = Object.entries(headers).filter(([name]) => text.includes(`"#/components/headers/${name}"`));
    return {
      schemas: this.#schemas,
      responses: this.#responses,
      headers: Object.fromEntries(used),
      securitySchemes,
    };
  }
}

interface Section {
  readonly section: string;
  readonly parts: Record<string, Tree>;
}

function keep({ section, parts }: Section, name: string, part: Tree): Tree {
  parts[name] = part;
  return { $ref: `#/components/${section}/${name}` };
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
