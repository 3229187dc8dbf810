import { expect } from 'chai';
import { eventually } from '../../../../support/eventually.ts';
import { manifest } from '../../../../support/installation.ts';
import { prepared, started } from '../../../../support/started.ts';
import { startWithPlugins } from '../../../../support/platform.ts';

const services = `
import { contributes } from 'lectern';
import { setTimeout as sleep } from 'node:timers/promises';

export class Broken {
  name = 'harbour.broken';
  schedule = { cron: '0 3 * * *', zone: 'Europe/Berlin', missed: 'skip' };
  async run() { throw new Error('https://captain:secret-1@sea.example does not answer'); }
}
export class Slow {
  name = 'harbour.slow';
  everySeconds = 3600;
  run() { return sleep(700); }
}
export default { broken: contributes('jobs', Broken), slow: contributes('jobs', Slow) };
`;
const deliveries = `
  insert into events (id, name, payload) values (9001, 'thing.made', '{"secret":"s3cr3t"}');
  insert into event_deliveries (id, event_id, subscriber, state, attempts, due_at, last_error, ended_at) values
    (9001, 9001, 'test.hears', 'dead', 10, now(), 'The pen is broken.', now()),
    (9002, 9001, 'test.other', 'pending', 2, now() + interval '1 day', 'No ink.', null),
    (9003, 9001, 'test.third', 'done', 1, now(), null, now()),
    (9004, 9001, 'test.fourth', 'dead', 10, now(), 'No paper.', now())`;

interface Job {
  readonly name: string;
  readonly module: string;
  readonly schedule: string;
  readonly running: boolean;
  readonly endedAt: string | null;
  readonly error: string | null;
}

describe('Queues in the console', () => {
  const files = {
    'harbour/module.json': manifest('harbour', { requires: { jobs: '*' } }),
    'harbour/services.ts': services,
  };
  const platform = started(() => startWithPlugins(files, { modules: { jobs: { enabled: false } } }));
  const manager = prepared(() => platform.as('manager'));

  before(async () => {
    for (const statement of deliveries.split(';\n')) await platform.services.database.raw(statement);
  });

  const get = async <T>(path: string) =>
    (await platform.api.get(`/api/console/${path}`).set(manager).expect(200)).body as T;
  const post = (path: string, body: object) => platform.api.post(`/api/console/${path}`).set(manager).send(body);
  const states = async () => {
    const found = await get<{ id: string; state: string; attempts: number }[]>('deliveries');
    return found
      .filter(({ id }) => id.startsWith('900'))
      .map(({ id, state, attempts }) => `${id} ${state} ${attempts}`);
  };

  it('show open deliveries, and the last events without their payloads', async () => {
    expect(await states()).to.deep.equal(['9001 dead 10', '9004 dead 10', '9002 pending 2']);
    expect(await get('deliveries?state=pending&limit=1')).to.have.length(1);
    const [event] = await get<{ name: string; deliveries: { subscriber: string; state: string }[] }[]>('events');
    expect(event?.name).to.equal('thing.made');
    expect(event?.deliveries.map(({ subscriber, state }) => `${subscriber} ${state}`)).to.deep.equal([
      'test.fourth dead',
      'test.hears dead',
      'test.other pending',
      'test.third done',
    ]);
    expect(JSON.stringify(event)).not.to.contain('s3cr3t');
  });

  it('retry one dead delivery, or all', async () => {
    expect((await post('delivery_retries', { delivery: '9001' }).expect(200)).body).to.deep.equal({ retried: 1 });
    expect(await states()).to.have.members(['9001 pending 0', '9004 dead 10', '9002 pending 2']);
    await post('delivery_retries', { delivery: '9001' }).expect(404);
    expect((await post('delivery_retries', {}).expect(200)).body).to.deep.equal({ retried: 1 });
    expect(await states()).to.have.members(['9001 pending 0', '9004 pending 0', '9002 pending 2']);
  });

  describe('of jobs', () => {
    const job = async (wanted: string) => (await get<Job[]>('jobs')).find(({ name }) => name === wanted);

    afterEach(() => eventually(async () => expect((await job('harbour.slow'))?.running).to.equal(false)));

    it('show schedule and module, and run a job at once', async () => {
      expect(await job('harbour.broken')).to.include({
        module: 'harbour',
        schedule: '0 3 * * * (Europe/Berlin)',
        everySeconds: null,
      });
      expect(await job('harbour.slow')).to.include({
        schedule: 'every 3600 s',
        everySeconds: 3_600,
        endedAt: null,
        running: false,
      });
      expect((await post('job_runs', { job: 'harbour.slow' }).expect(200)).body).to.deep.equal({ job: 'harbour.slow' });
      expect(await job('harbour.slow')).to.include({ running: true });
      await post('job_runs', { job: 'harbour.slow' }).expect(409);
      await eventually(async () => expect((await job('harbour.slow'))?.endedAt).to.be.a('string'));
      await post('job_runs', { job: 'harbour.nothing' }).expect(404);
    });

    it('show the error of the last run with its credentials masked', async () => {
      await post('job_runs', { job: 'harbour.broken' }).expect(200);
      await eventually(async () => {
        expect((await job('harbour.broken'))?.error).to.equal(
          'https://***@sea.example does not answer (plugins/harbour/services.ts:8)',
        );
      });
    });

    it('record the run in the audit trail', async () => {
      const { body } = await platform.api.get('/api/admin_logs').set(manager).expect(200);
      const [entry] = (body as { data: object[] }).data;
      expect(entry).to.deep.include({ action: 'add', path: '/console/job_runs', after: { job: 'harbour.broken' } });
    });
  });
});
