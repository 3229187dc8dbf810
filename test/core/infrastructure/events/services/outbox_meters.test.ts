import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { OutboxMeters } from '../../../../../core/infrastructure/events/services/outbox_meters.ts';
import { Jobs } from '../../../../../core/infrastructure/jobs/services/jobs.ts';
import { MeterRegistry } from '../../../../../core/hosting/telemetry/meters.ts';
import { dispatcherOf, ended, probe, sharedPost } from '../support.ts';
import { prepared } from '../../../../support/started.ts';

describe('Meters of events and jobs', () => {
  let metrics: string;

  const one = prepared(sharedPost);

  before(async () => {
    const { services } = one.kernel;
    const { config, database, logger, contributions, installation, jobsConfig } = services;
    const meters = new MeterRegistry(logger);
    construct(OutboxMeters, { database, meters });
    const dispatcher = await dispatcherOf(one, { maxAttempts: 2 }, meters);
    await services.events.publish('thing.made', { name: 'a' });
    await ended(one);
    probe.writes = () => {
      throw new Error('It fails.');
    };
    await services.events.publish('thing.made', { name: 'b' });
    await ended(one);
    await dispatcher.stop();
    const needs = { config, database, logger, contributions, installation, jobsConfig, meters };
    await construct(Jobs, needs).run('events.clean');
    await database.raw(`
      with event as (
        insert into events (name, payload, created_at)
        select 'thing.made', '{}', now() - interval '100 seconds' from generate_series(1, 10050) returning id
      ), first as (select min(id) as id from event)
      insert into event_deliveries (event_id, subscriber, due_at)
      select id, 'watch.speaks', now() + interval '1 hour' from event
      union all select id, 'watch.writes', now() + interval '1 hour' from first`);
    metrics = await meters.registry.metrics();
  });
  after(async () => {
    probe.reset();
    await one.release();
  });

  const figure = (name: string) => {
    const line = metrics.split('\n').find((text) => text.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };

  it('show pending deliveries and their age per subscriber, counted up to a limit', () => {
    expect(figure('lectern_outbox_pending{subscriber="watch.writes"}')).to.equal(1);
    expect(figure('lectern_outbox_pending{subscriber="watch.speaks"}')).to.equal(10_000);
    expect(figure('lectern_outbox_oldest_seconds{subscriber="watch.writes"}')).to.be.within(100, 400);
    expect(figure('lectern_outbox_dead{subscriber="watch.writes"}')).to.equal(1);
    expect(figure('lectern_outbox_dead{subscriber="watch.speaks"}')).to.equal(0);
  });

  it('count deliveries by outcome', () => {
    const tries = (outcome: string) =>
      figure(`lectern_event_deliveries_total{subscriber="watch.writes",outcome="${outcome}"}`);
    expect(['done', 'failed', 'dead'].map(tries)).to.deep.equal([1, 1, 1]);
  });

  it('measure the runs of jobs', () => {
    const labels = '{job="events.clean",outcome="done"}';
    expect(figure(`lectern_job_duration_seconds_count${labels}`)).to.equal(1);
    const last = figure('lectern_job_last_success_timestamp_seconds{job="events.clean"}');
    expect(last).to.be.within(Date.now() / 1000 - 300, Date.now() / 1000 + 1);
  });
});
