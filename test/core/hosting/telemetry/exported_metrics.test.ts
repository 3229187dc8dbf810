import { metrics, type Attributes } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { expect } from 'chai';
import { exportedDurations, exportedRequests } from '../../../../core/hosting/telemetry/exported_metrics.ts';
import { MeterRegistry } from '../../../../core/hosting/telemetry/meters.ts';
import { flushTelemetry } from '../../../../core/hosting/telemetry/request_spans.ts';
import { startOwnPlatform, type Platform } from '../../../support/platform.ts';

interface Point {
  readonly attributes: Attributes;
  readonly value: unknown;
}

describe('Metrics of an OpenTelemetry SDK', () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  let platform: Platform;

  before(async () => {
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
    platform = await startOwnPlatform();
    await platform.api.get('/api/courses/1').expect(200);
    await platform.api.get('/api/nowhere').expect(404);
    await flushTelemetry();
  });
  after(async () => {
    metrics.disable();
    await platform.stop();
  });

  /** Exported points of a metric. */
  const pointsOf = (name: string): readonly Point[] => {
    const all = exporter
      .getMetrics()
      .at(-1)!
      .scopeMetrics.flatMap(({ metrics: exported }) => exported);
    return all.find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? [];
  };

  it('have the durations of requests by route and status', () => {
    const attributes = pointsOf('http.server.request.duration').map((point) => point.attributes);
    const always = { 'http.request.method': 'GET', 'url.scheme': 'http' };
    expect(attributes).to.deep.include({
      ...always,
      'http.route': '/api/courses/{id}',
      'http.response.status_code': 200,
    });
    expect(attributes).to.deep.include({ ...always, 'http.response.status_code': 404 });
  });

  it('name the error of answers 5xx, and no method that a client has invented', async () => {
    exportedRequests()!({ method: 'BREW', route: '/pots', module: 'pots' }, 503, 0.01);
    await flushTelemetry();
    expect(pointsOf('http.server.request.duration').map((point) => point.attributes)).to.deep.include({
      'http.request.method': '_OTHER',
      'http.route': '/api/pots',
      'http.response.status_code': 503,
      'error.type': '503',
      'url.scheme': 'http',
    });
  });

  it('have statements and connections of the database', () => {
    const pool = { 'db.client.connection.pool.name': 'lectern' };
    const [statements] = pointsOf('db.client.operation.duration');
    expect(statements!.attributes).to.deep.equal({ 'db.system.name': 'postgresql' });
    expect((statements!.value as { count: number }).count).to.be.above(0);
    expect(pointsOf('db.client.connection.wait_time')[0]!.attributes).to.deep.equal(pool);
    const states = pointsOf('db.client.connection.count').map((point) => point.attributes);
    expect(states).to.deep.equal(['used', 'idle'].map((state) => ({ ...pool, 'db.client.connection.state': state })));
    expect(pointsOf('db.client.connection.max')[0]!.value).to.be.above(0);
    expect(pointsOf('db.client.connection.pending_requests')[0]!.value).to.equal(0);
  });
});

describe('Metrics without an OpenTelemetry SDK', () => {
  it('are those of /metrics only: nothing runs for a request or a statement', () => {
    expect(exportedRequests()).to.equal(undefined);
    expect(exportedDurations('lectern_database_statement_seconds')).to.equal(undefined);
    const meters = new MeterRegistry({ warn: () => undefined });
    const terms = { name: 'lectern_database_statement_seconds', help: 'Statements.', limits: [1] };
    expect(meters.durations(terms)).to.equal(meters.registry.getSingleMetric(terms.name));
  });
});
