import type { Logger } from '../../kernel/base/logger.ts';
import type { Filter } from '../../kernel/compile/response_filter.ts';
import type { ReportUnknown } from '../../kernel/http/strict_handling.ts';
import type { Route } from '../../kernel/routes/route.ts';
import { withheldBy } from './withheld_fields.ts';

// Maximum number of logged fields: clients choose names of input, and objects may have different keys in each row.
const MAX_LOGGED = 1_000;

/**
 * Logs fields that routes drop from their input and withhold from their answers, each once and without its value. For
 * development only: the searches take time.
 */
export class DroppedFieldLog {
  readonly #logged = new Set<string>();

  constructor(private readonly logger: Pick<Logger, 'info'>) {}

  /** Logs fields of a request that its route does not know. */
  readonly input: ReportUnknown = (route, unknown) => {
    for (const { field, message } of unknown)
      this.#logOnce(route, field, `input dropped: ${nameOf(route)} was sent "${field}", which ${message}`);
  };

  /** Wraps the filter of a route, to log the fields that the operation returns and the filter withholds. */
  watching(route: Route, filter: Filter): Filter {
    const withheld = withheldBy(route.answer, route.mode);
    if (!withheld) return filter;
    return (value, request) => {
      const text = filter(value, request);
      const fields = new Set<string>();
      withheld(value, (field) => fields.add(field));
      for (const field of fields) {
        const problem = `${nameOf(route)} returns "${field}", which its response filter does not declare`;
        this.#logOnce(route, field, `field withheld: ${problem}; add it to the shape, or do not read it`);
      }
      return text;
    };
  }

  #logOnce(route: Route, field: string, line: string): void {
    const key = line.replaceAll(/\.\d+\./g, '.');
    if (this.#logged.has(key) || this.#logged.size === MAX_LOGGED) return;
    this.#logged.add(key);
    const { module, file } = route;
    this.logger.info({ module, file, route: nameOf(route), field }, line);
  }
}

function nameOf({ methods, address }: Route): string {
  return `${methods[0] ?? ''} ${address}`;
}
