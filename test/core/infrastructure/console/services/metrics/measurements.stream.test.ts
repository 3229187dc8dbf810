import { get, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { eventually } from '../../../../../support/eventually.ts';
import { startOwnPlatform, type Platform } from '../../../../../support/platform.ts';
import { signInToConsole } from '../../sign_in.ts';

describe('The stream of chart points', () => {
  let platform: Platform;
  let headers: Record<string, string>;

  beforeEach(async () => {
    platform = await startOwnPlatform({ modules: { console: { sampleSeconds: 0.05 } } });
    headers = { ...(await platform.as('manager')) };
  });
  afterEach(() => platform.stop());

  const open = (by: Record<string, string> = headers) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${platform.url}/api/console/stream`, { headers: by }, resolve).on('error', reject);
    });

  const endOf = (stream: IncomingMessage) => new Promise((resolve) => stream.resume().on('error', resolve));

  it('sends each point as an event, until the client disconnects', async () => {
    const stream = await open();
    expect(stream.headers['content-type']).to.equal('text/event-stream');
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await eventually(async () => {
      expect(text.match(/^data: \{"time":"[^\n]+\}$/gm)).to.have.length.above(2);
    });
    stream.destroy();
    await eventually(async () => {
      expect(platform.services.measurements.listeners).to.equal(0);
    });
  });

  it('ends when the server retires', async () => {
    const stream = await open();
    const ended = new Promise((resolve) => stream.resume().once('end', resolve));
    await platform.kernel.retire();
    await ended;
  });

  it('ends with its session, and not with other sessions of the user', async () => {
    const session = await signInToConsole(platform, 'manager');
    const stream = await open({ ...(await signInToConsole(platform, 'manager')) });
    const ended = endOf(await open({ ...session }));
    await platform.api.delete('/api/console/sessions/current').set(session).expect(200);
    await ended;
    expect(stream.destroyed).to.equal(false);
    stream.destroy();
  });

  it('ends when the user loses the permission, or is locked', async () => {
    const change = (what: Record<string, unknown>) =>
      platform.services.database.table('users').where({ nickname: 'manager' }).update(what);
    const withoutPermission = endOf(await open());
    await change({ roles: ['ROLE_USER'] });
    await withoutPermission;
    await change({ roles: ['ROLE_USER', 'ROLE_ADMIN'] });
    const locked = endOf(await open());
    await change({ locked: true });
    await locked;
  });

  it('is counted in the metrics while it is open', async () => {
    const stream = await open();
    const { text } = await platform.api.get('/metrics').expect(200);
    const [, count] =
      /http_request_duration_seconds_count\{[^}]*route="\/console\/stream"[^}]*\} (\d+)/.exec(text) ?? [];
    expect(count).to.equal('1');
    stream.destroy();
  });

  it('ends if 50 newer streams are opened', async () => {
    const first = await open();
    const ended = new Promise((resolve) => first.resume().once('end', resolve));
    const others = await Promise.all(Array.from({ length: 50 }, () => open()));
    await ended;
    for (const other of others) other.destroy();
  });
});
