import { expect } from 'chai';
import { quantile, trafficBetween } from '../../../../../../core/infrastructure/console/services/metrics/traffic.ts';

describe('Requests between two scrapes', () => {
  it('have quantiles as in Prometheus', () => {
    const histogram = (...buckets: [number, number][]) => new Map(buckets);
    const buckets = histogram([0.1, 50], [0.5, 90], [1, 100], [Infinity, 100]);
    expect(quantile(0.5, buckets)).to.be.closeTo(0.1, 1e-9);
    expect(quantile(0.95, buckets)).to.be.closeTo(0.75, 1e-9);
    expect(quantile(0.5, histogram([1, 0], [Infinity, 4]))).to.equal(1);
    expect(quantile(0.5, histogram([1, 0], [Infinity, 0]))).to.equal(undefined);
  });

  it('are those since the restart, after a restart of the process', () => {
    const labels = { method: 'GET', route: '/a', module: 'm', status: '200' };
    const at = (value: number, status: string) => ({
      name: 'http_request_duration_seconds_count',
      labels: { ...labels, status },
      value,
    });
    const before = { at: 0, samples: [at(1_000, '200')] };
    const now = { at: 2_000, samples: [at(8, '200'), at(2, '500')] };
    expect(trafficBetween(before, now, 'console')).to.include({ requests: 5, errors: 20, p50: null });
    expect(trafficBetween(before, now, 'm')).to.include({ requests: 0, errors: 0 });
  });
});
