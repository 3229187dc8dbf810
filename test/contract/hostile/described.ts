import { Contract, type DocumentedOperation } from '../../../core/hosting/internals.ts';
import type { RawAnswer } from '../../support/raw_http.ts';

type Tree = Readonly<Record<string, unknown>>;

/** An answer with its parsed body. */
export type ParsedAnswer = Pick<RawAnswer, 'status' | 'headers'> & { readonly body: unknown };

/** Compares answers with the OpenAPI document, and reports undeclared headers and fields. */
export class Described {
  readonly #whole: Contract;
  /** For answers that `fields` narrows: they may lack required fields. */
  readonly #narrowed: Contract;

  constructor(document: Tree) {
    this.#whole = new Contract(closed(document) as Tree);
    this.#narrowed = new Contract(withoutRequired(closed(document)) as Tree);
  }

  get operations(): readonly DocumentedOperation[] {
    return this.#whole.operations;
  }

  get follow(): Contract['follow'] {
    return (part) => this.#whole.follow(part);
  }

  /** How an answer differs from the document; `hasBody` is false for answers to HEAD. */
  problem({ method, path }: DocumentedOperation, answer: ParsedAnswer, { isNarrowed = false, hasBody = true }) {
    const operation = this.#whole.operation(method, path);
    if (!this.#whole.response(operation, answer.status))
      return `has the status ${answer.status}, which is not in the document`;
    const beyond = this.#whole.undeclaredHeaders(operation, answer);
    if (beyond.length > 0) return `has headers that are not in the document: ${beyond.join(', ')}`;
    if (!hasBody) return undefined;
    const contract = isNarrowed ? this.#narrowed : this.#whole;
    return contract.problem(contract.operation(method, path), answer);
  }
}

/** Copies a document whose objects have only the fields that their schemas name. */
function closed(part: unknown): unknown {
  return mapped(part, (schema) =>
    typeof schema['properties'] === 'object' && !('additionalProperties' in schema)
      ? { ...schema, additionalProperties: false }
      : schema,
  );
}

function withoutRequired(part: unknown): unknown {
  return mapped(part, ({ required, ...schema }) => (Array.isArray(required) ? schema : { ...schema, required }));
}

function mapped(part: unknown, change: (schema: Tree) => Tree): unknown {
  if (Array.isArray(part)) return part.map((one) => mapped(one, change));
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(change(part as Tree)).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, mapped(value, change)]));
}
