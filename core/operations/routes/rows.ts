import { filterName, accessName, type Kernel, type MountRecord, type Route } from '../../hosting/internals.ts';
import type { OperationLines } from '../../cli/index.ts';

/** Routes and mounts of an installation, then its disabled routes. @param open lists only routes that need no credential */
export function routeRows(kernel: Kernel, lines: Pick<OperationLines, 'of'>, { open = false } = {}): RouteRow[] {
  const isWanted = ({ access }: Pick<Route, 'access'>) => !open || access.kind === 'open';
  const rows = (routes: readonly Route[]) => routes.filter(isWanted).flatMap((route) => rowsOf(route, lines.of(route)));
  const off = rows(kernel.disabled.routes).map((row) => ({ ...row, disabled: true as const }));
  return [...rows(kernel.routes), ...kernel.mounts.filter(isWanted).map(mountRow), ...off];
}

/** Middleware answers every method at its address and below, without a filter. */
function mountRow({ address, layer, module, file, access }: MountRecord): RouteRow {
  const place = { address: `/api${address}/...`, layer, module, file, line: undefined };
  return { method: '*', ...place, access: accessName(access), filter: 'raw (middleware)', overrides: [] };
}

/** A method of an address, as `lectern routes` lists it. */
export interface RouteRow extends Pick<Route, 'address' | 'layer' | 'module' | 'file'> {
  readonly method: string;
  /** Line of the operation; undefined if the source cannot be read. */
  readonly line: number | undefined;
  readonly access: string;
  readonly filter: string;
  readonly overrides: readonly string[];
  /** Present only if the configuration has deprecated the route. */
  readonly deprecated?: { readonly since?: Date; readonly sunset?: Date };
  /** Present only if the configuration has disabled the route. */
  readonly disabled?: true;
}

function rowsOf(route: Route, line: number | undefined): RouteRow[] {
  const { address, layer, module, file, access } = route;
  const place = { address: `/api${address}`, layer, module, file, line };
  const overrides = route.overridden.map(({ file }) => file);
  return route.methods.map((method) => ({
    method,
    ...place,
    access: accessName(access),
    filter: filterName(route),
    overrides,
    ...(route.deprecation && { deprecated: datesOf(route.deprecation) }),
  }));
}

function datesOf({ since, sunset }: NonNullable<Route['deprecation']>) {
  return { ...(since && { since }), ...(sunset && { sunset }) };
}
