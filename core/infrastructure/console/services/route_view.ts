import { use } from 'lectern';
import { OperationLines } from '../../../cli/index.ts';
import { explain, routeRows, type Explanation, type Missing, type RouteRow } from '../../../operations/index.ts';

export interface RouteQuery {
  readonly q?: string | undefined;
  readonly module?: string | undefined;
  readonly layer?: string | undefined;
  readonly access?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

const order = new Map([
  ['open', 0],
  ['signed in', 1],
]);
// The list has no lines: finding them would parse the sources of all modules in the serving process.
const noLines = { of: () => undefined };

/** Lists and explains the routes of the running installation, as `lectern routes` does. */
export class RouteView {
  readonly #installation = use('installation');

  /** Routes that match the conditions; open routes come first. */
  list({ offset, limit, ...conditions }: RouteQuery) {
    const found = routeRows(this.#installation.kernel, noLines).filter((row) => matches(row, conditions));
    const sorted = found.sort((a, b) => rankOf(a) - rankOf(b) || (a.address < b.address ? -1 : 1));
    return { data: sorted.slice(offset, offset + limit).map(shown), total: sorted.length };
  }

  /**
   * Explains which operation serves a request, with the lines of its chain; if no operation does, lists similar
   * addresses.
   */
  explain(method: string, path: string): Explanation | Missing {
    const { kernel, root } = this.#installation;
    return explain(kernel, { method, path }, new OperationLines(root));
  }
}

function matches(row: RouteRow, { q, module, layer, access }: Omit<RouteQuery, 'offset' | 'limit'>): boolean {
  return (
    (q === undefined || `${row.method} ${row.address}`.toLowerCase().includes(q.toLowerCase())) &&
    (module === undefined || row.module === module) &&
    (layer === undefined || row.layer === layer) &&
    (access === undefined || row.access === access)
  );
}

function rankOf({ access }: RouteRow): number {
  return order.get(access) ?? order.size;
}

function shown({ deprecated, disabled, line: _line, ...row }: RouteRow) {
  return { ...row, disabled: disabled === true, deprecated: deprecated !== undefined };
}
