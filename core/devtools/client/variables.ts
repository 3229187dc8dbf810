import type { Contract, DocumentedOperation } from '../../hosting/internals.ts';
import { exampleOf, exampleRequest } from '../openapi/example_request.ts';
import { treeOf, type Tree } from '../plan/document/tree.ts';

/** A property of an answer, kept in a variable for later requests. */
export interface Captured {
  readonly variable: string;
  /** Place in the answer: `.id`, `.data[0]?.id`. */
  readonly property: string;
}

/** Minimum length of example values that become variables: shorter values may be equal by chance. */
const DISTINCT = 12;

/** Variables of a collection: ids of objects that earlier requests have created or listed. */
export class Variables {
  /** Variables by the address of their list, with `{}` for each parameter. */
  readonly #ofLists = new Map<string, { readonly variable: string; readonly creator?: string | undefined }>();
  /** Variables by the example value that they replace in bodies. */
  readonly #ofValues = new Map<string, string>();

  /** Values that variables have before a request sets them: the examples of the parameters. */
  readonly examples: Record<string, string> = {};

  constructor(private readonly contract: Contract) {}

  /**
   * Adds a variable for the id of a created object, or of the first object of a list. Returns the place of the id in the
   * answer; undefined if there is none, or if an earlier request sets the variable of the list.
   */
  captured(operation: DocumentedOperation, account: string | undefined): Captured | undefined {
    const { method, path } = operation;
    const item = this.#itemOf(path);
    if (item === undefined || !['POST', 'GET'].includes(method)) return undefined;
    if (method === 'GET' && this.#ofLists.has(nameless(path))) return undefined;
    const schema = this.#answerOf(operation);
    const { entry, place } = method === 'GET' ? this.#firstEntry(schema) : { entry: schema, place: '' };
    const property = propertyFor(item.parameter, treeOf(this.#follow(entry)['properties']));
    if (property === undefined) return undefined;
    const words = path.split('/').filter((segment) => segment !== '' && segment !== 'api' && !segment.startsWith('{'));
    const variable = [...words, item.parameter].join('_');
    this.examples[variable] = item.example;
    this.#ofLists.set(nameless(path), { variable, creator: method === 'POST' ? account : undefined });
    const example = treeOf(exampleOf(entry, this.#follow))[property];
    if (typeof example === 'string' && example.length >= DISTINCT) this.#ofValues.set(example, variable);
    return { variable, property: `${place}.${property}` };
  }

  /** The account that has created one of the objects in a path; undefined if no request has created one. */
  creatorOf(path: string): string | undefined {
    return listsIn(path)
      .map((list) => this.#ofLists.get(list)?.creator)
      .find((creator) => creator !== undefined);
  }

  /** Fills in the parameters of a path: each by the variable of an earlier request, or else by its example. */
  inPath(path: string, examples: Readonly<Record<string, string>>): string {
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string, at: number) => {
      const kept = this.#ofLists.get(nameless(path.slice(0, at - 1)));
      return kept === undefined ? encodeURIComponent(examples[name] ?? '') : `{{${kept.variable}}}`;
    });
  }

  /** Returns a body as JSON; example values of captured properties become variables. */
  inBody(fields: Tree): string {
    const text = JSON.stringify(fields, null, 2);
    return [...this.#ofValues].reduce((body, [value, variable]) => body.replaceAll(value, `{{${variable}}}`), text);
  }

  readonly #follow = (part: Tree): Tree => this.contract.follow(part);

  /** The parameter in the address of one object of a list, and its example; undefined without such an operation. */
  #itemOf(path: string): { parameter: string; example: string } | undefined {
    const isItem = (one: DocumentedOperation) =>
      one.path.startsWith(`${path}/`) && /^\{\w+\}$/.test(one.path.slice(path.length + 1));
    const item = this.contract.operations.find(isItem);
    const parameter = item?.path.slice(path.length + 2, -1);
    if (!item || parameter === undefined) return undefined;
    return { parameter, example: exampleRequest(item, this.#follow).path[parameter] ?? '' };
  }

  #answerOf(operation: DocumentedOperation): Tree {
    const [status = ''] = Object.keys(treeOf(operation.tree['responses']));
    const { content } = treeOf(this.contract.response(operation, Number(status)));
    return treeOf(treeOf(treeOf(content)['application/json'])['schema']);
  }

  /**
   * Schema and place of the first entry of a list. The answer is the list, or a page with the list in `data` or
   * `resources`.
   */
  #firstEntry(schema: Tree): { entry: Tree; place: string } {
    const list = this.#follow(schema);
    if (list['items'] !== undefined) return { entry: treeOf(list['items']), place: '[0]?' };
    const pages = treeOf(list['properties']);
    const name = 'resources' in pages ? 'resources' : 'data';
    return { entry: treeOf(treeOf(pages[name])['items']), place: `.${name}[0]?` };
  }
}

/** Property with the value of a path parameter: for `sn`, the property `sn`, else one such as `tradeSn`, else `id`. */
function propertyFor(parameter: string, properties: Tree): string | undefined {
  const ending = new RegExp(`[a-z]${parameter}$`, 'i');
  return [parameter, ...Object.keys(properties).filter((name) => ending.test(name)), 'id'].find(
    (name) => name in properties,
  );
}

function listsIn(path: string): string[] {
  return [...path.matchAll(/\/\{\w+\}/g)].map(({ index }) => nameless(path.slice(0, index)));
}

function nameless(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}
