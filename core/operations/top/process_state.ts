import type { Sample } from './exposition.ts';

/** Combined state of the processes of an installation; null for values that the processes do not report. */
export interface ProcessState {
  readonly version: string | null;
  readonly inFlight: number | null;
  /** 99th percentile of the event loop delay, in milliseconds. */
  readonly eventLoopDelay: number | null;
  readonly pool: { readonly used: number; readonly max: number; readonly waiting: number } | null;
  /** Heap in use, in bytes. */
  readonly heapUsed: number | null;
  readonly residentMemory: number | null;
  /** Numbers of pending and of dead deliveries of events. */
  readonly outbox: { readonly pending: number; readonly dead: number } | null;
  /** Modules with an open breaker, and failed plugins. */
  readonly outOfService: readonly string[];
}

export function processState(samples: readonly Sample[]): ProcessState {
  const value = (name: string, labels: Readonly<Record<string, string>> = {}) => sumOf(samples, name, labels);
  const lag = value('nodejs_eventloop_lag_p99_seconds');
  const max = value('lectern_database_connections_max');
  const pending = value('lectern_outbox_pending');
  return {
    version: samples.find(({ name }) => name === 'lectern_build_info')?.labels['version'] ?? null,
    inFlight: value('http_requests_in_flight'),
    eventLoopDelay: lag === null ? null : Math.round(lag * 10_000) / 10,
    pool: max === null ? null : poolOf(max, value),
    heapUsed: value('nodejs_heap_size_used_bytes'),
    residentMemory: value('process_resident_memory_bytes'),
    outbox: pending === null ? null : { pending, dead: value('lectern_outbox_dead') ?? 0 },
    outOfService: outOfService(samples),
  };
}

type Value = (name: string, labels?: Readonly<Record<string, string>>) => number | null;

function poolOf(max: number, value: Value) {
  const used = value('lectern_database_connections', { state: 'used' }) ?? 0;
  return { used, max, waiting: value('lectern_database_waiting_statements') ?? 0 };
}

function outOfService(samples: readonly Sample[]): string[] {
  const cutOff = samples.filter(({ name, value }) => name === 'lectern_breaker_open' && value > 0);
  const failed = samples.filter(({ name, value }) => name === 'lectern_plugin_up' && value === 0);
  return [...cutOff.map(({ labels }) => labels['module'] ?? ''), ...failed.map(({ labels }) => labels['plugin'] ?? '')];
}

function sumOf(samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>>): number | null {
  const wanted = Object.entries(labels);
  const found = samples.filter((one) => one.name === name && wanted.every(([key, text]) => one.labels[key] === text));
  return found.length === 0 ? null : found.reduce((all, { value }) => all + value, 0);
}
