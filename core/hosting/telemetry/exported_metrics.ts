import { createNoopMeter, metrics, ValueType, type Attributes, type Meter } from '@opentelemetry/api';
import type { Registry } from 'prom-client';
import { kernelVersion } from '../../kernel/base/package_info.ts';
import type { RequestLabels } from './request_durations.ts';
import { knownMethodOf } from './request_spans.ts';

const SERVER_ERROR = 500;
const database = { 'db.system.name': 'postgresql' };
const pool = { 'db.client.connection.pool.name': 'lectern' };
/** Upper limits of the buckets, as the conventions advise. */
const advice = {
  explicitBucketBoundaries: [0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
};

/** Names of durations by the semantic conventions of OpenTelemetry, by those of `/metrics`. */
const durations: Readonly<Record<string, readonly [name: string, attributes: Attributes]>> = {
  lectern_database_statement_seconds: ['db.client.operation.duration', database],
  lectern_database_acquire_seconds: ['db.client.connection.wait_time', pool],
};

/** Names of values with their units, by those of `/metrics`. */
const values = {
  lectern_database_connections: ['db.client.connection.count', '{connection}'],
  lectern_database_connections_max: ['db.client.connection.max', '{connection}'],
  lectern_database_waiting_statements: ['db.client.connection.pending_requests', '{request}'],
} as const;

/** The meter of a registered OpenTelemetry SDK; undefined without an SDK: then nothing is measured for it. */
function activeMeter(): Meter | undefined {
  const meter = metrics.getMeter('lectern', kernelVersion);
  return meter === createNoopMeter() ? undefined : meter;
}

function durationsOf(meter: Meter, name: string) {
  return meter.createHistogram(name, { unit: 's', valueType: ValueType.DOUBLE, advice });
}

/** Exports the durations of a meter, if the conventions have a name for it. @returns undefined without an SDK */
export function exportedDurations(meterName: string): ((seconds: number) => void) | undefined {
  const [name, attributes] = durations[meterName] ?? [];
  const meter = name === undefined ? undefined : activeMeter();
  if (!meter || name === undefined) return undefined;
  const histogram = durationsOf(meter, name);
  return (seconds) => histogram.record(seconds, attributes);
}

/** Exports the durations of requests. @returns undefined without an SDK */
export function exportedRequests(): ((request: RequestLabels, status: number, seconds: number) => void) | undefined {
  const meter = activeMeter();
  if (!meter) return undefined;
  const histogram = durationsOf(meter, 'http.server.request.duration');
  return ({ method, route }, status, seconds) =>
    histogram.record(seconds, {
      'http.request.method': knownMethodOf(method),
      'http.response.status_code': status,
      // Lectern itself speaks no TLS.
      'url.scheme': 'http',
      ...(route !== '' && { 'http.route': `/api${route}` }),
      ...(status >= SERVER_ERROR && { 'error.type': String(status) }),
    });
}

/** Exports the connections of the database, when the SDK collects its metrics. No effect without an SDK. */
export function exportPool(registry: Registry): void {
  const meter = activeMeter();
  for (const [own, [name, unit]] of meter ? Object.entries(values) : []) {
    meter?.createObservableUpDownCounter(name, { unit }).addCallback(async (result) => {
      const read = await registry.getSingleMetric(own)?.get();
      for (const { labels, value } of read?.values ?? []) {
        const { state } = labels as { readonly state?: string };
        result.observe(value, { ...pool, ...(state !== undefined && { 'db.client.connection.state': state }) });
      }
    });
  }
}
