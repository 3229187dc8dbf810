import type { Route } from '../../kernel/routes/route.ts';
import type { Filter } from '../../kernel/declare/filter.ts';
import type { Logger } from '../../kernel/declare/logger.ts';
import { withheldBy } from './withheld.ts';

/** A field that an operation hands over although its filter does not name it. */
export interface Leak {
  readonly module: string;
  /** Method and address, as `GET /courses/{id}`. */
  readonly route: string;
  /** Where the operation was written, below the root. */
  readonly file: string;
  /** Path of the field, as `data[].owner.email`. Never its value. */
  readonly field: string;
  /** Answers in which it was withheld. */
  readonly answers: number;
}

type Counted = { -readonly [Name in keyof Leak]: Leak[Name] };

// Objects with keys of their own for each row must not fill the memory.
const MOST = 1_000;

/**
 * Counts what filters withhold, so that authors see what their services carry about without need: what a filter stops
 * today, a wider one would let out tomorrow. For development; each answer is gone through once more for it.
 */
export class LeakReport {
  readonly #leaks = new Map<string, Counted>();

  constructor(private readonly logger: Logger) {}

  /** What was withheld so far, by module, route and field. */
  get list(): readonly Leak[] {
    return [...this.#leaks.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, leak]) => ({ ...leak }));
  }

  /** The filter of a route, which is looked at while it works. */
  watching(route: Route, filter: Filter): Filter {
    const withheld = withheldBy(route.answer, route.mode);
    if (!withheld) return filter;
    return (value, request) => {
      const text = filter(value, request);
      const paths = new Set<string>();
      withheld(value, (path) => paths.add(path));
      for (const path of paths) this.#count(route, path);
      return text;
    };
  }

  #count(route: Route, field: string): void {
    const { module, file, address, methods } = route;
    const name = `${methods[0] ?? ''} ${address}`;
    const key = [module, name, field].join('\n');
    const known = this.#leaks.get(key);
    if (known) known.answers++;
    else if (this.#leaks.size < MOST) {
      this.#leaks.set(key, { module, route: name, file, field, answers: 1 });
      this.logger.info(
        { module, file, route: name, field },
        `withheld: ${name} hands over "${field}", which its filter does not name`,
      );
    }
  }
}
