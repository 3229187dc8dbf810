import { isUnfiltered, accessName, type Kernel, type MountRecord, type Route } from '../../hosting/internals.ts';
import { note, warning, type DoctorFinding } from './finding.ts';

/** Findings on routes: weaker access, overrides, hooks; open, unfiltered, deprecated and disabled routes; middleware. */
export function examineRoutes({ routes, mounts, disabled }: Kernel): DoctorFinding[] {
  return [
    ...routes.flatMap(opened),
    ...chains(routes),
    ...hooked(routes),
    ...listed('open routes', 'Routes that answer without a credential', routes.filter(isOpen)),
    ...listed(
      'raw filters',
      'Routes that answer without a filter',
      routes.filter(({ answer }) => isUnfiltered(answer)),
    ),
    ...mounted(mounts),
    ...listed(
      'deprecated routes',
      'Deprecated routes',
      routes.filter(({ deprecation }) => deprecation !== undefined),
    ),
    ...listed('disabled routes', 'Disabled routes', disabled.routes),
  ];
}

/** Finding about a route with weaker access than an operation that it overrides. */
function opened(route: Route): DoctorFinding[] {
  const stricter = route.overridden.find(({ access }) => strength(access) > strength(route.access));
  if (!stricter) return [];
  const message = `${nameFor(route)} is ${accessName(route.access)}, but ${accessName(stricter.access)} in ${stricter.file}`;
  return [warning(route.file, message, 'If that is not intended, remove { weaker: true } from the override.')];
}

/** Operations that several modules override, with the modules in the order of their calls. */
function chains(routes: readonly Route[]): DoctorFinding[] {
  const chained = routes.filter(({ overridden }) => overridden.length > 1);
  if (chained.length === 0) return [];
  const orderOf = (route: Route) => [route, ...route.overridden].map(({ module }) => module).join(' > ');
  const lines = chained.map((route) => `${nameFor(route)}  ${orderOf(route)}`);
  return [note('chains', `Operations that more than one module overrides: ${lines.length}.`, lines)];
}

function hooked(routes: readonly Route[]): DoctorFinding[] {
  const lines = routes.flatMap((route) =>
    (route.hooks ?? []).map(({ module, file }) => `${nameFor(route)}  ${module} (${file})`),
  );
  return lines.length === 0 ? [] : [note('hooks', `Hooks around operations: ${lines.length}.`, lines)];
}

function strength({ kind }: Route['access']): number {
  return { open: 0, signedIn: 1, permission: 2 }[kind];
}

function isOpen({ access }: Route): boolean {
  return access.kind === 'open';
}

function listed(topic: string, what: string, routes: readonly Route[]): DoctorFinding[] {
  if (routes.length === 0) return [];
  return [
    note(
      topic,
      `${what}: ${routes.length}.`,
      routes.map((route) => `${nameFor(route)}  (${route.file})`),
    ),
  ];
}

/** Lists Express middleware, because answers of middleware are not filtered. */
function mounted(mounts: readonly MountRecord[]): DoctorFinding[] {
  if (mounts.length === 0) return [];
  const places = mounts.map(({ address, access, file }) => `/api${address}/...  ${accessName(access)}  (${file})`);
  return [note('middleware', `Addresses that middleware answers, without a filter: ${mounts.length}.`, places)];
}

function nameFor({ methods, address }: Route): string {
  return `${methods[0] ?? ''} /api${address}`;
}
