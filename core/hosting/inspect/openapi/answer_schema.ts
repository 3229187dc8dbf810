import { isVerbatim, type Answer, type Chosen } from '../../../kernel/declare/answer.ts';
import type { Route } from '../../../kernel/routes/route.ts';
import { secretFinder } from '../../../kernel/declare/secret_answer.ts';
import type { Services } from '../../../kernel/declare/services.ts';
import type { Shape } from '../../../kernel/declare/shape.ts';
import type { Components } from './components.ts';
import { headersOf, ofReads } from './headers.ts';
import type { Tree } from './tree.ts';
import { verbatimContent } from './verbatim.ts';
import { capital } from './words.ts';

/** Components and services that the schemas of an answer need. */
export interface AnswerContext {
  readonly components: Components;
  readonly services: Services;
}

/** The response of a successful request. */
export function answerResponse(route: Route, context: AnswerContext): Tree {
  const schemas = new AnswerSchemas(route, context);
  return {
    description: route.creates ? 'The object was created.' : 'The request was carried out.',
    headers: headersOf(
      ...(route.methods.includes('GET') ? ofReads : carriesSecret(route) ? (['Cache-Control'] as const) : []),
      ...(isReadInPages(route) ? (['X-Total-Count', 'Link'] as const) : []),
      ...(route.creates ? (['Location'] as const) : []),
      ...(route.deprecation ? (['Deprecation'] as const) : []),
      ...(route.deprecation?.sunset ? (['Sunset'] as const) : []),
    ),
    content: isVerbatim(route.answer) ? verbatimContent : { 'application/json': { schema: schemas.of(route.answer) } },
  };
}

/** Whether every answer contains a secret. False if the service selects the shape of each answer. */
function carriesSecret({ answer, mode, cached }: Route): boolean {
  return !('shapes' in answer) && secretFinder(answer, mode, cached > 0)(undefined);
}

function isReadInPages({ answer, input }: Route): boolean {
  return 'kind' in answer && (answer.kind === 'page' || answer.kind === 'pagedList') && 'limit' in input;
}

class AnswerSchemas {
  readonly #module: string;
  readonly #mode: string;

  constructor(
    { module, mode = '' }: Route,
    private readonly context: AnswerContext,
  ) {
    this.#module = module;
    this.#mode = mode;
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
        return { type: 'object', additionalProperties: this.of({ ...answer, kind: 'choice' }) };
      case 'page':
        return this.#page(answer.shape, answer.legacy);
      default:
        return { type: 'array', items: this.#shape(answer.shape, this.#mode) };
    }
  }

  #shape(shape: Shape, mode: string): Tree {
    return this.#keep(nameOf(shape, mode), shape.schema(mode));
  }

  #choice(name: string, shapes: readonly Chosen[]): Tree {
    return this.#keep(name, { anyOf: shapes.map(({ shape, mode }) => this.#shape(shape, mode)) });
  }

  /**
   * Version 1 answers some pages in a different form. Both forms have the same `Content-Type`, so the schema lists
   * them as alternatives. A media type per version, as in the `Accept` header, would promise a `Content-Type` that no
   * answer has.
   */
  #page(shape: Shape, legacy: boolean): Tree {
    const name = nameOf(shape, this.#mode);
    const data = { type: 'array', items: this.#shape(shape, this.#mode) };
    const page = this.#keep(`${name}Page`, objectOf({ data, paging: this.#keep('Paging', paging) }));
    if (!legacy) return page;
    const old = { description: 'Answer of version 1 of the API.', ...objectOf({ resources: data, total: count }) };
    return { anyOf: [page, this.#keep(`${name}PageVersion1`, old)] };
  }

  #keep(name: string, schema: Tree): Tree {
    return this.context.components.schema(name, schema, this.#module);
  }
}

const count = { type: 'integer', minimum: 0 };

const paging = objectOf({
  total: { ...count, description: 'Size of the whole list.' },
  offset: { ...count, description: 'Number of skipped entries.' },
  limit: { ...count, maximum: 100, description: 'Requested number of entries; above 100 counts as 100.' },
});

function objectOf(properties: Tree): Tree {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** Name of a schema: the name of the shape, followed by the mode unless that is `public`. */
function nameOf({ name }: Shape, mode: string): string {
  return mode === 'public' ? name : name + capital(mode);
}
