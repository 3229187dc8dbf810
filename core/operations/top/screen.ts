import { table } from '../../cli/index.ts';
import type { ProcessState } from './process_state.ts';
import type { TrafficRow } from './traffic.ts';

export interface View {
  readonly url: string;
  /** Seconds between the two scrapes of the view. */
  readonly seconds: number;
  readonly state: ProcessState;
  readonly routes: readonly TrafficRow[];
  readonly modules: readonly TrafficRow[];
}

/** Sort keys. `route` sorts rows by address, each other key by its value, the largest first. */
export const sortKeys = ['load', 'requests', 'p50', 'p95', 'p99', 'errors', 'route'] as const;
export type SortKey = (typeof sortKeys)[number];

const MEGABYTE = 1024 * 1024;

export function sorted(rows: readonly TrafficRow[], key: SortKey): TrafficRow[] {
  const name = (row: TrafficRow) => `${row.route?.split(' ')[1] ?? ''} ${row.route ?? ''} ${row.module}`;
  const byName = (a: TrafficRow, b: TrafficRow) => (name(a) < name(b) ? -1 : 1);
  if (key === 'route') return [...rows].sort(byName);
  const value = (row: TrafficRow) => (key === 'requests' ? row.requestsPerSecond : row[key]) ?? -1;
  return [...rows].sort((a, b) => value(b) - value(a) || byName(a, b));
}

/** The view as text, cut to `height` lines. */
export function screenText({ url, seconds, state, routes, modules }: View, height = Infinity): string {
  const lines = [
    `${url}  Lectern ${state.version ?? '?'}  requests of the last ${seconds.toFixed(1)} s, times in ms`,
    stateLine(state),
    ...(state.outOfService.length > 0 ? [`out of service: ${state.outOfService.join(', ')}`] : []),
    '',
    ...(routes.length === 0 ? ['No requests.'] : table(modules.map(cells)).split('\n')),
    '',
    ...(routes.length === 0 ? [] : table(routes.map(cells)).split('\n')),
  ];
  return lines.slice(0, height).join('\n').trimEnd();
}

function stateLine({ inFlight, eventLoopDelay, pool, heapUsed, residentMemory, outbox }: ProcessState): string {
  const parts = [
    `in flight ${inFlight ?? '-'}`,
    `event loop ${eventLoopDelay === null ? '-' : `${eventLoopDelay} ms`}`,
    ...(pool ? [`pool ${pool.used}/${pool.max}${pool.waiting > 0 ? `, ${pool.waiting} waiting` : ''}`] : []),
    `heap ${megabytes(heapUsed)}`,
    `memory ${megabytes(residentMemory)}`,
    ...(outbox ? [`outbox ${outbox.pending}${outbox.dead > 0 ? `, ${outbox.dead} given up` : ''}`] : []),
  ];
  return parts.join('   ');
}

function cells({ module, route, requestsPerSecond, p50, p95, p99, errors, load }: TrafficRow): Record<string, string> {
  const time = (value: number | null) => (value === null ? '-' : value.toFixed(1));
  return {
    'req/s': requestsPerSecond.toFixed(2),
    p50: time(p50),
    p95: time(p95),
    p99: time(p99),
    '5xx %': errors.toFixed(1),
    load: load.toFixed(2),
    module,
    ...(route !== undefined && { route }),
  };
}

function megabytes(bytes: number | null): string {
  return bytes === null ? '-' : `${Math.round(bytes / MEGABYTE)} MB`;
}
