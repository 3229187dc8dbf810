import { join } from 'node:path';
import { isInstance, reasonOf } from '../../kernel/base/thrown.ts';
import { readOwnFile } from '../../kernel/modules/own_file.ts';
import type { StartRemark } from '../../kernel/routes/route.ts';
import type { Tree } from '../../kernel/base/tree.ts';

/** A module, and the folder with its file of examples. */
export interface ModuleFolder {
  readonly name: string;
  readonly folder: string;
}

/**
 * Content of `examples.json`: values of schemas, of parameters by their names, OpenAPI example objects of contents
 * without a schema, and hints for requests by operation id.
 */
interface ExampleFile {
  readonly contents?: Tree;
  readonly schemas?: Tree;
  readonly parameters?: Tree;
  readonly requests?: Readonly<Record<string, RequestHint>>;
}

/** Hints for the example request of an operation, copied to `x-example`. `parameters` also gives example values. */
type RequestHint = Tree & { readonly parameters?: Tree };

const FILE = 'examples.json';

/** Examples of an installation: `examples.json` of each module; those of a later module take precedence. */
export class Examples {
  /** Remarks on files that cannot be read; the document lacks their examples. */
  readonly remarks: StartRemark[] = [];
  readonly #files: ReadonlyMap<string, ExampleFile>;

  constructor(modules: readonly ModuleFolder[]) {
    this.#files = new Map(modules.map((module) => [module.name, this.#examplesIn(module)]));
  }

  /**
   * The example of a schema by its name in the document, with values for required fields that other modules have added.
   * Undefined if the example has fields of another version.
   */
  ofSchema(name: string, schema: Tree): unknown {
    const found = [...this.#files.values()].filter(({ schemas = {} }) => Object.hasOwn(schemas, name));
    const example = found.at(-1)?.schemas?.[name];
    const isPlain = typeof example === 'object' && example !== null && !Array.isArray(example);
    const fields = schema['properties'] as Tree | undefined;
    if (isPlain && fields && Object.keys(example).some((field) => !Object.hasOwn(fields, field))) return undefined;
    return isPlain ? { ...example, ...addedValues(schema, example) } : example;
  }

  /** The example of a parameter in `examples.json` of a module; without one, a value derived from the schema. */
  ofParameter(name: string, { schema, module }: { readonly schema: Tree; readonly module: string }): unknown {
    const { parameters = {} } = this.#files.get(module) ?? {};
    return Object.hasOwn(parameters, name) ? parameters[name] : valueOf(schema);
  }

  /** `examples` of a body or an answer without a schema, by the name of its operation: `AddMailBody`, `AddMailText`. */
  ofContent(name: string): { examples?: Tree } {
    const found = [...this.#files.values()].map(({ contents = {} }) => contents[name]).findLast((one) => one);
    return found === undefined ? {} : { examples: { [name]: found } };
  }

  /** Hints for the example request of an operation, such as parameters and the account. */
  ofRequest(operationId: string): RequestHint | undefined {
    return [...this.#files.values()].map(({ requests = {} }) => requests[operationId]).findLast((one) => one);
  }

  #examplesIn({ name, folder }: ModuleFolder): ExampleFile {
    try {
      const content: unknown = JSON.parse(readOwnFile(folder, FILE));
      if (typeof content === 'object' && content !== null) return content;
      throw new TypeError('the content is no object');
    } catch (error) {
      if (isInstance(error, Error) && (error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      const message = `the examples of the module "${name}" cannot be read: ${reasonOf(error)}; correct the file`;
      this.remarks.push({ file: join(folder, FILE), message });
      return {};
    }
  }
}

/** Values of required fields that modules have added to a schema and an example lacks; "" or null if none is known. */
function addedValues({ properties, required }: Tree, example: object): Tree {
  const names = Array.isArray(required) ? required.map(String) : [];
  const fields = Object.entries((properties ?? {}) as Readonly<Record<string, Tree>>);
  const added = fields.filter(
    ([name, one]) => 'x-origin' in one && names.includes(name) && !Object.hasOwn(example, name),
  );
  return Object.fromEntries(added.map(([name, one]) => [name, valueOf(one) ?? (one['type'] === 'string' ? '' : null)]));
}

/** A value that a schema allows, such as the first word, the default, or 1 for an id; undefined if none is known. */
function valueOf(schema: Tree): unknown {
  const { enum: words, default: preset, examples, anyOf, items, type, pattern = '' } = schema as Words;
  const [given] = words ?? (preset === undefined ? (examples ?? []) : [preset]);
  if (given !== undefined) return given;
  if (anyOf) return anyOf.map(valueOf).find((one) => one !== undefined);
  if (items) return [valueOf(items)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, (schema['minimum'] as number | undefined) ?? 1);
  return /\?:(\w+)/.exec(pattern)?.[1] ?? (pattern.includes('[1-9]') ? '1' : undefined);
}

interface Words {
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Tree[];
  readonly items?: Tree;
  readonly type?: string;
  readonly pattern?: string;
}
