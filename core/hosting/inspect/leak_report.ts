import type { Route } from '../../kernel/routes/route.ts';
import type { Filter } from '../../kernel/compile/response_filter.ts';
import type { Logger } from '../../kernel/base/logger.ts';
import { withheldBy } from './withheld_fields.ts';

/** A field that an operation returns although its filter does not name it. */
export interface Leak {
  readonly module: string;
  /** Method and address, such as `GET /courses/{id}`. */
  readonly route: string;
  /** File of the operation, below the root. */
  readonly file: string;
  /** Path of the field, such as `data[].owner.email`. Never its value. */
  readonly field: string;
  /** Number of answers from which the filter withheld the field. */
  readonly answers: number;
}

type Counted = { -readonly [Name in keyof Leak]: Leak[Name] };

// Maximum number of counted fields, because objects may have different keys in each row.
const MAX_LEAKS = 1_000;

/**
 * Counts fields that filters withhold. Authors see which data their services load without need, and which data a wider
 * filter would expose. For development only: the report traverses each answer once more.
 */
export class LeakReport {
  readonly #leaks = new Map<string, Counted>();

  constructor(private readonly logger: Logger) {}

  /** Withheld fields so far, sorted by module, route and field. */
  get list(): readonly Leak[] {
    return [...this.#leaks.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, leak]) => ({ ...leak }));
  }

  /** Wraps the filter of a route and counts the fields that it withholds. */
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
    else if (this.#leaks.size < MAX_LEAKS) {
      this.#leaks.set(key, { module, route: name, file, field, answers: 1 });
      this.logger.info(
        { module, file, route: name, field },
        `field withheld: ${name} returns "${field}", which its response filter does not declare; add it to the shape, or do not read it`,
      );
    }
  }
}
