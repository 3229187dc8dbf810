import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { startPlatform, type Platform } from '../../../support/platform.ts';

interface Finding {
  readonly level: string;
  readonly topic: string;
  readonly message: string;
  readonly fix: string;
}

describe('Work in the background that fails', () => {
  let platform: Platform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.stop());

  async function findings(): Promise<Finding[]> {
    const { body } = await platform.api.get('/api/console/findings').set(await platform.as('manager'));
    return (body as Finding[]).filter(({ topic }) => /^(job|subscriber) /.test(topic));
  }

  it('is found as the last run of a job, and as deliveries of each subscriber', async () => {
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
    expect(ofJob).to.include({ level: 'warning', topic: 'job mail.clean' });
    expect(ofJob?.message).to.include('of module mail failed: no disk').and.not.include('secret');
    expect(ofSubscriber).to.include({
      level: 'warning',
      topic: 'subscriber vip.deliver',
      message: 'Failed deliveries of order.paid: 1, of which 1 were given up. The last error is: no stock',
    });
    expect(ofSubscriber?.fix).to.include('lectern outbox --retry all');
  });
});
