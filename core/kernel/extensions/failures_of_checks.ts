import type { DeclaredFailure, FailureKind } from '../declare/failure.ts';
import type { Assembly } from '../routes/assembly.ts';
import type { Route } from '../routes/route.ts';
import type { RouteTable } from '../routes/route_table.ts';

declare module '../routes/route.ts' {
  interface Route {
    /** Names of events in `@fails`: checks of these events can refuse the operation. Absent without any. */
    readonly checkedEvents?: readonly string[];
  }
}

/** Replaces names of events in the failures of routes by the failures of the checks of these events. */
export function withFailuresOfChecks({ registry }: Pick<Assembly, 'registry'>, table: RouteTable): RouteTable {
  const checks: readonly Check[] = registry.contributions.of('eventChecks');
  const failuresOf = (event: string) => checks.flatMap((check) => (check.event === event ? (check.fails ?? []) : []));
  const replaced = (route: Route): Route => {
    const declared: readonly DeclaredFailure[] = route.fails;
    const checkedEvents = declared.filter((one) => typeof one === 'string');
    if (checkedEvents.length === 0) return route;
    const fails = declared.flatMap((one) => (typeof one === 'string' ? failuresOf(one) : [one]));
    return { ...route, fails, checkedEvents, overridden: route.overridden.map(replaced) };
  };
  return { ...table, routes: table.routes.map(replaced) };
}

/** Properties of a contribution to `eventChecks`: the event, and the failures with which the check refuses it. */
interface Check {
  readonly event: string;
  readonly fails?: readonly FailureKind[];
}
