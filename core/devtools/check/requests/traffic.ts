import type { DocumentedOperation } from '../../../hosting/internals.ts';
import type { Received, Sent } from './client.ts';

/** A request of the fuzzing run, and its answer. */
export interface Exchange {
  readonly operation: DocumentedOperation;
  readonly persona: string;
  readonly sent: Sent;
  readonly received: Received;
}

// Statuses of requests that are refused before the operation runs.
const beforeOperation = new Set([400, 401, 403, 412, 413, 414, 415, 422, 431]);

/** Record of the random requests: distinct error answers of each operation, and the number of answers by status. */
export class Traffic {
  readonly #refusals = new Map<string, Exchange>();
  /** Operations at whose path an object exists. */
  readonly #withObject = new Set<string>();
  readonly #statuses = new Map<string, Map<number, number>>();

  /** Counts an answer, and stores an error answer whose first 500 characters are new for its operation. */
  add(exchange: Exchange): void {
    const { operation, received } = exchange;
    const name = operationName(operation);
    const statuses = this.#statuses.get(name) ?? new Map<number, number>();
    this.#statuses.set(name, statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1));
    if (received.status < 400) return;
    const key = `${name} ${received.text.slice(0, 500).replaceAll(/"requestId":"[^"]*"/g, '')}`;
    if (!this.#refusals.has(key)) this.#refusals.set(key, exchange);
  }

  /** Records that an object at the path of an operation exists. */
  addObject(operation: DocumentedOperation): void {
    this.#withObject.add(operationName(operation));
  }

  get refusals(): readonly Exchange[] {
    return [...this.#refusals.values()];
  }

  /** Number of answers, and of answers with a status below 400. */
  get counts(): { readonly all: number; readonly well: number } {
    const counts = [...this.#statuses.values()].flatMap((statuses) => [...statuses]);
    const sum = (list: typeof counts) => list.reduce((total, [, count]) => total + count, 0);
    return { all: sum(counts), well: sum(counts.filter(([status]) => status < 400)) };
  }

  /** Operations without an answer below 400; `isMissing` if no object exists at their path. */
  get neverWell(): readonly { readonly name: string; readonly isMissing: boolean }[] {
    return [...this.#statuses]
      .filter(([, statuses]) => [...statuses.keys()].every((one) => one >= 400))
      .map(([name, statuses]) => ({ name, isMissing: this.#isMissing(name, statuses) }));
  }

  /**
   * Whether no object of the operation is known, and all requests that reached the operation were answered with 404.
   */
  #isMissing(name: string, statuses: ReadonlyMap<number, number>): boolean {
    if (!name.includes('{') || this.#withObject.has(name)) return false;
    const reached = [...statuses.keys()].filter((status) => !beforeOperation.has(status));
    return reached.length > 0 && reached.every((status) => status === 404);
  }
}

/** Method and path of an operation: `GET /api/articles/{id}`. */
export function operationName({ method, path }: DocumentedOperation): string {
  return `${method} ${path}`;
}
