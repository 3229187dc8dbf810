import { expect } from 'chai';
import { MeterRegistry } from '../../../../core/hosting/telemetry/meters.ts';

const help = 'For a test.';

describe('Meters', () => {
  const made = () => {
    const warnings: string[] = [];
    const meters = new MeterRegistry({
      warn: (_about: unknown, message?: unknown) => void warnings.push(String(message)),
    });
    const samples = async (name: string) =>
      (await meters.registry.metrics()).split('\n').filter((line) => new RegExp(`^${name}[ {_]`).test(line));
    return { meters, warnings, samples };
  };

  it('of the same name share one count', async () => {
    const { meters, samples } = made();
    meters.counter({ name: 'a_meals_total', help, labels: ['meal'] }).inc({ meal: 'soup' });
    meters.counter({ name: 'a_meals_total', help, labels: ['meal'] }).inc({ meal: 'soup' }, 2);
    expect(await samples('a_meals_total')).to.deep.equal(['a_meals_total{meal="soup"} 3']);
  });

  it('refuse a malformed name or one with other labels, naming the fix', () => {
    const { meters } = made();
    meters.gauge({ name: 'a_guests_now', help });
    expect(() => meters.gauge({ name: 'a_guests_now', help, labels: ['room'] })).to.throw(
      /"a_guests_now" is registered already/,
    );
    expect(() => meters.gauge({ name: 'Guests', help })).to.throw(/<module>_<what>_<unit>/);
    expect(() => meters.counter({ name: 'a_guests', help })).to.throw(/_total/);
  });

  it('put durations into cumulative buckets', async () => {
    const { meters, samples } = made();
    const durations = meters.durations({ name: 'a_wait_seconds', help, limits: [0.1, 1] });
    for (const seconds of [0.1, 0.5, 1.5]) durations.observe(seconds);
    expect(await samples('a_wait_seconds')).to.deep.equal([
      'a_wait_seconds_bucket{le="0.1"} 1',
      'a_wait_seconds_bucket{le="1"} 2',
      'a_wait_seconds_bucket{le="+Inf"} 3',
      'a_wait_seconds_sum 2.1',
      'a_wait_seconds_count 3',
    ]);
  });

  it('are read on request, and not again within keepMs', async () => {
    const { meters, samples } = made();
    let reads = 0;
    meters.reading({ name: 'a_depth_now', help, labels: ['queue'], keepMs: 60_000, read: async () => queues(++reads) });
    expect(await samples('a_depth_now')).to.deep.equal(['a_depth_now{queue="in"} 1']);
    expect(await samples('a_depth_now')).to.deep.equal(['a_depth_now{queue="in"} 1']);
  });

  it('keep their function when another declaration of the name is refused', async () => {
    const { meters, samples } = made();
    meters.reading({ name: 'a_depth_now', help, read: () => [{ value: 1 }] });
    expect(() => meters.reading({ name: 'a_depth_now', help, labels: ['queue'], read: () => queues(2) })).to.throw();
    expect(await samples('a_depth_now')).to.deep.equal(['a_depth_now 1']);
  });

  it('omit a meter that cannot be read, with one warning', async () => {
    const { meters, samples, warnings } = made();
    meters.gauge({ name: 'a_guests_now', help }).set(4);
    const away = () => Promise.reject(new Error('the database is away'));
    meters.reading({ name: 'a_depth_now', help, read: away });
    meters.reading({ name: 'a_odd_now', help, read: () => [{ labels: { unknown: 1 }, value: 1 }] });
    expect(await samples('a_depth_now')).to.deep.equal([]);
    expect(await samples('a_guests_now')).to.deep.equal(['a_guests_now 4']);
    expect(warnings.filter((line) => line.includes('a_depth_now'))).to.deep.equal([
      '/metrics lacks a_depth_now: the database is away',
    ]);
    const unread = (await samples('lectern_unread_meters_total')).map((line) => line.split(' ')[0]);
    expect(unread).to.have.members(
      ['a_depth_now', 'a_odd_now'].map((name) => `lectern_unread_meters_total{meter="${name}"}`),
    );
  });

  it('do not wait for a hanging meter, which is read once', async () => {
    const { meters, samples, warnings } = made();
    let reads = 0;
    meters.reading({ name: 'a_depth_now', help, read: () => new Promise(() => reads++) });
    expect(await Promise.all([samples('a_depth_now'), samples('a_depth_now')])).to.deep.equal([[], []]);
    expect(reads).to.equal(1);
    expect(warnings).to.have.length(1);
  });
});

function queues(value: number) {
  return [{ labels: { queue: 'in' }, value }];
}
