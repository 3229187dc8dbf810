import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { startWithPlugins } from '../../../support/platform.ts';
import { started } from '../../../support/started.ts';

interface Finding {
  readonly level: string;
  readonly topic: string;
  readonly message: string;
  readonly fix: string;
}

/** A plugin with jobs and subscribers that throw and that hang. */
const files = {
  'wreck2/module.json': manifest('wreck2', { requires: { jobs: '*', events: '*' } }),
  'wreck2/services.js': `
    import { asValue, contributes } from 'lectern';
    class Leak {
      name = 'wreck2.leak';
      schedule = { cron: '0 3 1 1 *', missed: 'skip' };
      async run() {
        throw new Error('no pump at https://ada:secret@sea.example' + '!'.repeat(2_000));
      }
    }
    const hang = { name: 'wreck2.hang', schedule: { cron: '0 3 1 1 *', missed: 'skip' }, run: () => new Promise(() => {}) };
    export default { wreckLeak: contributes('jobs', Leak), wreckHang: contributes('jobs', asValue(hang)) };`,
  'wreck2/subscribers/sinks.js': `
    import { subscribe } from 'lectern';
    export default subscribe('ship.sailed', () => () => {
      throw new Error('no bottom');
    });`,
  'wreck2/subscribers/waits.js': `
    import { subscribe } from 'lectern';
    export default subscribe('ship.sailed', () => () => new Promise(() => {}));`,
};

describe('Findings about background work', () => {
  const modules = { events: { leaseSeconds: 0.5 }, jobs: { stopSeconds: 0 } };
  const platform = started(() => startWithPlugins(files, { modules }));

  async function findings(): Promise<Finding[]> {
    const { body } = await platform.api.get('/api/console/findings').set(await platform.as('manager'));
    return (body as Finding[]).filter(({ message }) => /\b(job|subscriber) /.test(message));
  }

  it('report the last failed run of a job, and failed deliveries by subscriber', async () => {
    expect(await findings()).to.deep.equal([]);
    const { database } = platform.kernel.services;
    const job = {
      name: 'mail.clean',
      due_at: new Date('2100-01-01'),
      last_error: 'no disk at https://ada:secret@store.example',
    };
    await database.table('jobs').insert(job).onConflict('name').merge();
    const [event] = await database.table('events').insert({ name: 'order.paid', payload: {} }).returning('id');
    const { id } = event as { id: string };
    const ended = { state: 'dead', attempts: 10, last_error: 'no stock', ended_at: new Date() };
    await database.table('event_deliveries').insert([
      { event_id: id, subscriber: 'vip.deliver', ...ended },
      { event_id: id, subscriber: 'courses.deliver', due_at: new Date('2100-01-01') },
    ]);
    const [ofJob, ofSubscriber, ...others] = await findings();
    expect(others).to.deep.equal([]);
    expect(ofJob).to.include({ level: 'warning', topic: 'module mail' });
    expect(ofJob?.message).to.include('of the job mail.clean failed: no disk').and.not.include('secret');
    expect(ofSubscriber).to.include({
      level: 'warning',
      topic: 'subscriber vip.deliver',
      message:
        'Failed deliveries of order.paid to the subscriber vip.deliver: 1 (given up: 1). ' +
        'The last error is: no stock',
    });
    expect(ofSubscriber?.fix).to.include('lectern outbox --retry all');
  });

  it('name the line of an error, and the file of hanging work, with a fix', async () => {
    const { database, eventDispatcher, events, jobs } = platform.kernel.services;
    await jobs.run('wreck2.leak').catch(() => undefined);
    await events.publish('ship.sailed' as never, {} as never);
    await eventDispatcher.deliverDue(['wreck2.sinks', 'wreck2.waits']);
    const own = async () => (await findings()).filter(({ topic }) => topic === 'plugin wreck2');
    const found = await own();
    const of = (name: string) => found.find(({ message }) => message.split(/[ :]/).includes(`wreck2.${name}`));
    const [leak, sinks, waits] = ['leak', 'sinks', 'waits'].map(of);
    expect(leak?.message).to.match(
      /of the job wreck2\.leak failed: no pump at .* \(plugins\/wreck2\/services\.js:7\)$/,
    );
    expect(leak?.message).to.not.include('secret');
    expect(leak?.fix).to.match(/^Correct the cause in the code of the job \(\S*wreck2\/services\.js\);/);
    expect(sinks?.message).to.match(/last error is: no bottom \(plugins\/wreck2\/subscribers\/sinks\.js:4\)$/);
    expect(sinks?.fix).to.match(/^Correct the cause in \S*wreck2\/subscribers\/sinks\.js;/);
    expect(waits?.message).to.include('it took longer than 0.4 s (modules.events.leaseSeconds)');
    expect(waits?.fix).to.match(/^Give a time limit to everything that \S*wreck2\/subscribers\/waits\.js waits for/);
    await jobs.begin('wreck2.hang');
    await database.raw(`update jobs set due_at = due_at - interval '400 seconds' where name = 'wreck2.hang'`);
    const [running] = await own();
    expect(running?.message).to.match(/The job wreck2\.hang has been running for 6 minutes \(\S*services\.js\)\.$/);
    expect(running?.fix).to.match(/^If it hangs, give a time limit to everything/);
  });
});
