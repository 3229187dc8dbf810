import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';
import { reachable } from '../receiver.ts';

type Body = Record<string, unknown>;

const url = 'https://shop.example.com/hooks';

describe('Management of webhooks', () => {
  const platform = started(() => startPlatform({ modules: { webhooks: { perAccount: 3 } } }));
  const admin = prepared(() => platform.as('admin'));

  const send = (method: 'get' | 'post' | 'patch' | 'delete', path = '', draft?: Body) =>
    platform.api[method](`/api/webhooks${path}`).set(admin).send(draft);
  const messageOf = ({ body }: { body: { error: { message: string; details?: { message: string }[] } } }) =>
    body.error.details?.[0]?.message ?? body.error.message;

  afterEach(() => platform.reset());

  it('requires the permission admin_webhook', async () => {
    const teacher = await platform.as('teacher');
    for (const [method, path] of [
      ['get', ''],
      ['post', ''],
      ['get', '/1'],
      ['patch', '/1'],
      ['delete', '/1'],
      ['post', '/1/secrets'],
      ['post', '/1/tests'],
      ['get', '/1/deliveries'],
      ['get', '/1/deliveries/1'],
      ['post', '/1/deliveries/1/attempts'],
    ] as const) {
      await platform.api[method](`/api/webhooks${path}`).expect(401);
      await platform.api[method](`/api/webhooks${path}`).set(teacher).expect(403);
    }
  });

  it('creates a webhook, whose secret is shown only then and after its replacement', async () => {
    const { body, headers } = await send('post', '', { url, events: ['order.paid', 'order.*', 'order.paid'] }).expect(
      201,
    );
    expect(headers['location']).to.equal(`/api/webhooks/${body.id}`);
    expect(body.events).to.deep.equal(['order.paid', 'order.*']);
    expect(body).to.include({ userId: '1', url, note: '', active: true, disabledReason: null });
    expect(body.secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret, ...rest } = body as Body;
    expect((await send('get', `/${body.id}`).expect(200)).body).to.deep.equal(rest);
    expect((await send('get').expect(200)).body.data).to.deep.equal([rest]);
    const { body: rotated } = await send('post', `/${body.id}/secrets`).expect(200);
    expect(rotated.secret)
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    const { rows } = await platform.services.database.raw('select before, after from admin_logs');
    expect(JSON.stringify(rows)).to.include('[redacted]').and.not.include('whsec_');
  });

  it('changes and removes a webhook', async () => {
    const { body } = await send('post', '', { url, events: ['*'], note: 'Shop' }).expect(201);
    const { body: changed } = await send('patch', `/${body.id}`, { note: 'Till', active: false }).expect(200);
    expect(changed).to.include({ note: 'Till', active: false, url });
    expect(changed.events).to.deep.equal(['*']);
    await send('post', `/${body.id}/tests`).expect(409);
    await send('delete', `/${body.id}`).expect(200);
    for (const path of [`/${body.id}`, `/${body.id}/deliveries`]) await send('get', path).expect(404);
    await send('patch', `/${body.id}`, { note: 'gone' }).expect(404);
    await send('post', `/${body.id}/secrets`).expect(404);
  });

  for (const wrong of [
    'http://shop.example.com/hooks',
    'ftp://shop.example.com/',
    'shop.example.com',
    'https://name:secret@shop.example.com/',
    'https://shop.example.com/hooks#part',
    'https://localhost/hooks',
    'https://intranet/hooks',
    'https://127.0.0.1/hooks',
    'https://2130706433/hooks',
    'https://10.0.0.1/hooks',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/hooks',
    'https://[::ffff:10.0.0.1]/hooks',
    'https://[64:ff9b::a00:1]/hooks',
  ]) {
    it(`refuses the address ${wrong}`, async () => {
      const answer = await send('post', '', { url: wrong, events: ['*'] }).expect(422);
      expect(messageOf(answer)).to.match(/^must /);
      expect(messageOf(answer)).not.to.include('secret');
    });
  }

  it('refuses names of events that do not exist, and lists those that the account may see', async () => {
    for (const event of ['order.lost', 'orders.*', 'setting.changed']) {
      const answer = await send('post', '', { url, events: [event] }).expect(422);
      expect(messageOf(answer), event).to.match(/^must name events .*order\.paid.*vip\.new/);
    }
    for (const events of [['order.**'], ['ORDER.paid'], ['*.paid'], ['order.paid.'], []])
      await send('post', '', { url, events }).expect(422);
  });

  it('limits the webhooks of an account, also in concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('post', '', { url, events: ['*'] })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 201, 201, 409, 409, 409]);
  });

  it('shows an account only its own webhooks, and lets it change no others', async () => {
    const { body: foreign } = await send('post', '', { url, events: ['*'] }).expect(201);
    const made = await platform.api.post('/api/applications').set(admin).send({ name: 'Till' }).expect(201);
    const { database, tokens } = platform.services;
    await database
      .table('users')
      .where('id', made.body.userId)
      .update({ roles: ['ROLE_SUPER_ADMIN'] });
    const till = { 'X-Auth-Token': await tokens.issue(made.body.userId) };
    const { body: own } = await platform.api
      .post('/api/webhooks')
      .set(till)
      .send({ url, events: ['*'] })
      .expect(201);
    const { body: listed } = await platform.api.get('/api/webhooks').set(till).expect(200);
    expect(listed.data.map(({ id }: Body) => id)).to.deep.equal([own.id]);
    for (const [method, path] of [
      ['get', ''],
      ['patch', ''],
      ['delete', ''],
      ['post', '/secrets'],
      ['post', '/tests'],
      ['get', '/deliveries'],
      ['get', '/deliveries/1'],
      ['post', '/deliveries/1/attempts'],
    ] as const)
      await platform.api[method](`/api/webhooks/${foreign.id}${path}`).set(till).send({}).expect(404);
  });
});

describe('Networks of webhooks', () => {
  const platform = started(() => startPlatform(reachable));
  it('may be reached by plain HTTP and by address if they are configured; others may not', async () => {
    const admin = await platform.as('admin');
    const add = (to: string) =>
      platform.api
        .post('/api/webhooks')
        .set(admin)
        .send({ url: to, events: ['*'] });
    await add('http://127.0.0.1:9/hooks').expect(201);
    await add('http://10.0.0.1/hooks').expect(422);
    await add('http://93.184.216.34/hooks').expect(422);
  });
});
