import {
  accessName,
  isUnfiltered,
  isWeaker,
  routeName,
  type Kernel,
  type MountRecord,
  type Route,
} from '../../hosting/internals.ts';
import { note, warning, type DoctorFinding } from './finding.ts';

/** Findings on routes: weaker access, overrides, hooks; open, unfiltered, deprecated and disabled routes; middleware. */
export function examineRoutes({ routes, mounts, disabled }: Kernel): DoctorFinding[] {
  return [
    ...routes.flatMap(opened),
    ...listed('chains', 'Operations that more than one module overrides', routes.flatMap(chain)),
    ...listed('hooks', 'Hooks around operations', routes.flatMap(hooked)),
    ...listed('open routes', 'Routes that answer without a credential', linesOf(routes.filter(isOpen))),
    ...listed('raw filters', 'Routes that answer without a filter', linesOf(routes.filter(isRaw))),
    ...listed('middleware', 'Addresses that middleware answers, without a filter', mounts.map(mounted)),
    ...listed('deprecated routes', 'Deprecated routes', linesOf(routes.filter(({ deprecation }) => deprecation))),
    ...listed('disabled routes', 'Disabled routes', linesOf(disabled.routes)),
  ];
}

const isOpen = ({ access }: Route) => access.kind === 'open';
const isRaw = ({ answer }: Route) => isUnfiltered(answer);
const linesOf = (routes: readonly Route[]) => routes.map((route) => `${routeName(route)}  (${route.file})`);

/** Finding about a route with weaker access than an operation that it overrides. */
function opened(route: Route): DoctorFinding[] {
  const stricter = route.overridden.find(({ access }) => isWeaker(route.access, access));
  if (!stricter) return [];
  const message = `${routeName(route)} is ${accessName(route.access)}, but ${accessName(stricter.access)} in ${stricter.file}`;
  return [warning(route.file, message, 'If that is not intended, remove { weaker: true } from the override.')];
}

/** The modules of an operation that several modules override, in the order of their calls. */
function chain(route: Route): string[] {
  const modules = [route, ...route.overridden].map(({ module }) => module);
  return modules.length > 2 ? [`${routeName(route)}  ${modules.join(' > ')}`] : [];
}

function hooked(route: Route): string[] {
  return (route.hooks ?? []).map(({ module, file }) => `${routeName(route)}  ${module} (${file})`);
}

/** A note with a line for each of the things; none without a thing. */
function listed(topic: string, what: string, lines: readonly string[]): DoctorFinding[] {
  return lines.length === 0 ? [] : [note(topic, `${what}: ${lines.length}.`, lines)];
}

function mounted({ address, access, file }: MountRecord): string {
  return `/api${address}/...  ${accessName(access)}  (${file})`;
}
