import { BuiltServer } from '../../support/built_server.ts';
import { eventually } from '../../support/eventually.ts';
import { manifest, type Installation } from '../../support/installation.ts';
import { environment, shipped } from '../../support/shipped.ts';
import { opening } from '../../core/kernel/boot/support.ts';
import { scraped } from './promql.ts';

/** A plugin with a subscriber, a job and a meter that fails, and with operations that exceed the deadline or block the event loop. */
const faulty = {
  'config/local.json': JSON.stringify({
    guard: { deadlineMs: 2_000, blockedMs: 100 },
    modules: { jobs: { pollSeconds: 0.2 } },
  }),
  'plugins/faulty/module.json': manifest('faulty', { requires: { events: '*', jobs: '*', users: '*' } }),
  'plugins/faulty/services.js': `${opening}
    const read = () => { throw new Error('It fails.'); };
    export default {
      task: contributes('jobs', asFunction(({ meters }) => {
        meters.reading({ name: 'faulty_meter', help: 'It cannot be read.', read });
        return { name: 'faulty.task', everySeconds: 1, run: () => undefined };
      })),
    };`,
  'plugins/faulty/subscribers/hear.js': `
    import { subscribe } from 'lectern';
    export default subscribe('user.login', () => () => undefined);`,
  'plugins/faulty/resources/faults.js': `${opening}
    const block = () => { const end = Date.now() + 500; while (Date.now() < end); return true; };
    const run = (_services, { params }) => (params.kind === 'late' ? new Promise(() => undefined) : block());
    export default defineResource('/plugins/faulty/faults', { item: 'kind', get: { open: true, returns: [raw], run } });`,
};

/** Metrics whose samples appear only after their cause. */
const caused = [
  'lectern_event_deliveries_total',
  'lectern_faults_total',
  'lectern_job_last_success_timestamp_seconds',
  'lectern_loop_blocked_seconds_total',
  'lectern_unread_meters_total',
];

/** A server of the `describe` block that has signed in a user, delivered an event, run jobs, and seen faults of a plugin. */
export function monitoredServer(): { series: () => Promise<Map<string, Set<string>>> } {
  let installation: Installation;
  let server: BuiltServer;
  const series = async () => scraped(await (await fetch(`${await server.url()}/metrics`)).text());

  before(async () => {
    installation = await shipped();
    installation.write(faulty);
    server = new BuiltServer({ root: installation.root, program: installation.root, env: environment });
    const api = `${await server.url()}/api`;
    const body = new URLSearchParams({ username: 'student', password: 'Lectern-2026' });
    await fetch(`${api}/user/login`, { method: 'POST', body });
    for (const kind of ['late', 'block']) await fetch(`${api}/plugins/faulty/faults/${kind}`);
    await eventually(async () => {
      const known = await series();
      const missing = caused.filter((name) => !known.has(name) && !known.has(`${name}_count`));
      if (missing.length > 0) throw new Error(`/metrics has no ${missing.join()}: ${server.errors}`);
    });
  });
  after(async () => {
    await server.stop();
    await installation.clear();
  });
  return { series };
}
