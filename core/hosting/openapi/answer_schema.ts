import { isVerbatim, type Answer, type Chosen, type PageForm } from '../../kernel/declare/answer.ts';
import { resourceRecord } from '../../kernel/declare/resource_records.ts';
import type { Route } from '../../kernel/routes/route.ts';
import { secretFinder } from '../../kernel/compile/secret_answer.ts';
import type { Services } from '../../kernel/declare/services.ts';
import type { Shape } from '../../kernel/declare/shape.ts';
import type { Components } from './components.ts';
import type { Examples } from './examples.ts';
import { headers, headersOf, ofReads } from './headers.ts';
import type { KnownWords } from './input_schema.ts';
import { operationName } from './request_schema.ts';
import type { Tree } from '../../kernel/base/tree.ts';
import { verbatimExamples } from './verbatim.ts';
import { capital, successOf } from './words.ts';

export interface AnswerContext {
  readonly components: Components;
  readonly services: Services;
  readonly examples: Examples;
}

/** Builds the OpenAPI response object of a successful request. */
export function answerResponse(route: Route, context: AnswerContext): Tree {
  const schemas = new AnswerSchemas(route, context);
  return {
    description: successOf(route),
    headers: answerHeaders(route),
    content: isVerbatim(route.answer)
      ? verbatimExamples(operationName(route), context.examples)
      : { 'application/json': { schema: schemas.of(route.answer) } },
  };
}

/** Returns a reference to the OpenAPI response for 304, which has the headers of the successful answer. */
export function notModified(route: Route, { components }: AnswerContext): Tree {
  const response = {
    description: 'The answer has not changed since the given ETag.',
    headers: answerHeaders(route),
  };
  const list = hasCursors(route) ? 'KeysetPage' : isReadInPages(route) ? 'Page' : '';
  return components.response(`${list}NotModified`, response, route.module);
}

function answerHeaders(route: Route): Tree {
  const own = [route, ...route.overridden].flatMap(({ target }) => addedHeaders(resourceRecord(target)?.headers));
  const ofHooks = (route.hooks ?? []).flatMap(({ hook, layer, module, file }) =>
    addedHeaders(hook.headers, { 'x-origin': { layer, module, file } }),
  );
  return {
    ...headersOf(
      ...headersOfCaches(route),
      ...(isReadInPages(route) ? (['X-Total-Count', 'Link'] as const) : []),
      ...(hasCursors(route) ? (['X-Next-Cursor'] as const) : []),
      ...(route.creates ? (['Location'] as const) : []),
      ...(route.deprecation ? (['Deprecation'] as const) : []),
      ...(route.deprecation?.sunset ? (['Sunset'] as const) : []),
      ...((route.deprecation?.link ?? route.deprecation?.successor) ? (['Link'] as const) : []),
    ),
    // A page that was read by cursor has no total.
    ...(hasCursors(route) && { 'X-Total-Count': { ...headers['X-Total-Count'], required: false } }),
    ...Object.fromEntries([...own, ...ofHooks]),
  };
}

/** Headers for caches. A `verbatim` answer has no tag, and with `@cached` only what its operation sets. */
function headersOfCaches(route: Route) {
  if (isVerbatim(route.answer)) return route.cached > 0 ? [] : (['Cache-Control'] as const);
  return route.methods.includes('GET') ? ofReads : carriesSecret(route) ? (['Cache-Control'] as const) : [];
}

/** Headers that a resource or a hook declares; optional, because some answers may lack them. */
function addedHeaders(described: Readonly<Record<string, string>> = {}, origin: Tree = {}) {
  return Object.entries(described).map(([name, description]) => {
    return [name, { description, required: false, schema: { type: 'string' }, ...origin }] as const;
  });
}

/** Whether every answer counts as secret, so that it is not cached. False if the operation selects the shapes. */
function carriesSecret({ answer, mode, cached }: Route): boolean {
  return !('shapes' in answer) && secretFinder(answer, mode, cached > 0)(undefined);
}

function isReadInPages({ answer, input }: Route): boolean {
  return 'kind' in answer && (answer.kind === 'page' || answer.kind === 'pagedList') && 'limit' in input;
}

function hasCursors(route: Route): boolean {
  return isReadInPages(route) && 'after' in route.input;
}

/** Stores the schema of a shape in a mode. @returns the reference to it */
export function shapeSchema(
  { shape, mode, module }: Chosen & { readonly module: string },
  { components, services }: Pick<AnswerContext, 'components' | 'services'>,
): Tree {
  return components.schema(nameOf(shape, mode), withKnownWords(shape.schema(mode), services) as Tree, module);
}

class AnswerSchemas {
  readonly #module: string;
  readonly #mode: string;
  readonly #hasCursors: boolean;

  constructor(
    route: Route,
    private readonly context: AnswerContext,
  ) {
    this.#module = route.module;
    this.#mode = route.mode ?? '';
    this.#hasCursors = hasCursors(route);
  }

  of(answer: Answer): Tree {
    if (!('kind' in answer)) return this.#shape(answer, this.#mode);
    switch (answer.kind) {
      case 'raw':
      case 'verbatim':
        return {};
      case 'choice':
        return this.#choice(answer.name, answer.shapes(this.context.services));
      case 'record':
        return this.#keep(`${answer.name}Record`, {
          type: 'object',
          additionalProperties: this.of({ ...answer, kind: 'choice' }),
        });
      case 'page':
        return this.#page(answer.shape, answer.form);
      default:
        return { type: 'array', items: this.#shape(answer.shape, this.#mode) };
    }
  }

  #shape(shape: Shape, mode: string): Tree {
    return shapeSchema({ shape, mode, module: this.#module }, this.context);
  }

  /** Has no discriminator: no field of the answers names the shape, which follows from the request. */
  #choice(name: string, shapes: readonly Chosen[]): Tree {
    return this.#keep(name, { anyOf: shapes.map(({ shape, mode }) => this.#shape(shape, mode)) });
  }

  /** A page, in the form of an older version if that version has one. */
  #page(shape: Shape, form: PageForm | undefined): Tree {
    const name = `${nameOf(shape, this.#mode)}Page`;
    const data = { type: 'array', description: 'Entries of the page.', items: this.#shape(shape, this.#mode) };
    if (form) {
      const parts = { data, total, offset, limit };
      const members = Object.entries(form).map(([member, part]) => [member, parts[part]]);
      return this.#keep(name, objectOf(Object.fromEntries(members) as Tree));
    }
    const position = this.#hasCursors ? this.#keep('KeysetPaging', keysetPaging) : this.#keep('Paging', paging);
    return this.#keep(name, objectOf({ data, paging: position }));
  }

  #keep(name: string, schema: Tree): Tree {
    return this.context.components.schema(name, schema, this.#module);
  }
}

const count = { type: 'integer', minimum: 0 };

const total = { ...count, description: 'Size of the whole list.', examples: [1] };
const offset = { ...count, description: 'Number of skipped entries.' };
const isEstimate = {
  type: 'boolean',
  const: true,
  description: 'Says that `total` is an estimate. Only lists for operators estimate, and only above 10,000 entries.',
};
const limit = { ...count, maximum: 100, description: 'Requested number of entries; above 100 counts as 100.' };
/** Paging in the example of a page, which has one entry. */
const position = { total: 1, offset: 0, limit: 10 };
const paging: Tree = {
  type: 'object',
  properties: { total, offset, limit, isEstimate },
  required: ['total', 'offset', 'limit'],
  examples: [position],
};

/**
 * Paging of a list that takes `after`. It is an object with optional members instead of alternatives, because generated
 * clients turn alternatives into unwieldy types.
 */
const keysetPaging: Tree = {
  type: 'object',
  properties: {
    total: { ...count, description: 'Size of the whole list; only without `after`.' },
    offset: { ...offset, description: 'Number of skipped entries; only without `after`.' },
    limit,
    isEstimate,
    next: {
      type: ['string', 'null'],
      description: 'Value of `after` for the next page, null on the last page; only with `after`.',
    },
  },
  required: ['limit'],
  examples: [position],
};

function objectOf(properties: Tree): Tree {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** Replaces the function `known` of a field by the enumeration of the words that it returns. */
function withKnownWords(part: unknown, services: Services): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  const entries = Object.entries(part).map(([key, one]: [string, unknown]) =>
    typeof one === 'function' ? ['enum', (one as KnownWords)(services)] : [key, withKnownWords(one, services)],
  );
  return Object.fromEntries(entries) as Tree;
}

/** Name of a schema: the name of the shape, followed by the mode unless that is `public`. */
function nameOf({ name }: Shape, mode: string): string {
  return mode === 'public' ? name : name + capital(mode);
}
