import { expect } from 'chai';
import { coin } from '../../../../../core/infrastructure/settings/index.ts';
import { manifest } from '../../../../support/installation.ts';
import { startWithPlugins, type Platform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';
import { allow, codeFor, sendRegistration, someMobile } from '../../../platform/accounts/accounts.ts';

const checked = ['order.creating', 'goods.joining', 'recharge.creating', 'user.registering', 'article.publishing'];

type Check = (event: string, payload: Readonly<Record<string, unknown>>, services: Platform['services']) => unknown;

/** What the checks of the test do next; reached from the plugin by the global name. */
const gate = { check: (() => {}) as Check };
Object.assign(globalThis, { gate });

const services = `
  import { asFunction, contributes, defineFailures } from 'lectern';
  globalThis.gateFailures = defineFailures({ closed: [40901, 409, 'The gate is closed.'] });
  const of = (event) => contributes('eventChecks', asFunction((services) => ({
    event,
    fails: [globalThis.gateFailures.closed],
    examine: (payload) => globalThis.gate.check(event, payload, services),
  })));
  export default { ${[...checked, 'order.creatin'].map((event, index) => `check${index}: of('${event}')`).join(', ')} };`;

/** A second plugin, after the first in module order. */
const second = `
  import { asValue, contributes } from 'lectern';
  export default { second: contributes('eventChecks', asValue({
    event: 'order.creating', examine: (payload) => globalThis.gate.check('second', payload),
  })) };`;

const files = {
  'gate/module.json': manifest('gate', { requires: { events: '*' } }),
  'gate/services.js': services,
  'gate/migrations/001_gate.js': `
    export const up = (knex) => knex.raw('create table gate_marks (name text primary key)');`,
  'gate/subscribers/hears.js': `
    import { subscribe } from 'lectern';
    export default subscribe('goods.joining', () => () => {});`,
  'hedge/module.json': manifest('hedge', { requires: { gate: '*', events: '*' } }),
  'hedge/services.js': second,
};

describe('Checks of events', () => {
  const config = { modules: { events: { checkMs: 150 }, payments: { sandbox: true } } };
  const platform = started(() => startWithPlugins(files, { ...config, http: { trustedProxies: ['127.0.0.1'] } }));
  let startLogs: string;

  before(async () => {
    startLogs = platform.logs.join('');
  });
  afterEach(async () => {
    gate.check = () => {};
    (platform.logs as string[]).length = 0;
    await platform.reset();
  });

  const closed = () => {
    throw (globalThis as unknown as { gateFailures: { closed(): Error } }).gateFailures.closed();
  };
  const send = async (path: string, body: object, as = 'student') =>
    platform.api[/\d$/.test(path) ? 'patch' : 'post'](`/api${path}`)
      .set(await platform.as(as))
      .send(body);
  const order = () => send('/orders', { targetType: 'course', targetId: 10 });
  const count = async (table: string) => {
    const { rows } = await platform.services.database.raw<{ n: string }>(`select count(*) as n from ${table}`);
    return Number(rows[0]?.n);
  };
  const seen: { event: string; payload: Readonly<Record<string, unknown>> }[] = [];
  const watch = (refuse: () => void = () => {}) => {
    seen.length = 0;
    gate.check = (event, payload) => {
      seen.push({ event, payload });
      refuse();
    };
  };

  it('run before an order is created, in module order, with its values', async () => {
    watch();
    expect((await order()).status).to.equal(200);
    expect(seen.map(({ event }) => event)).to.deep.equal(['order.creating', 'second']);
    expect(seen[0]?.payload).to.include({ targetType: 'course', targetId: '10', couponCode: null, coins: 0 });
    expect(seen[0]?.payload).to.have.property('total').that.is.a('number');
    expect(Object.isFrozen(seen[0]?.payload)).to.equal(true);
  });

  it('refuse an order by a failure, which skips later checks and the order', async () => {
    watch(closed);
    const { status, body } = await order();
    expect({ status, error: body.error }).to.deep.equal({
      status: 409,
      error: { code: 40901, message: 'The gate is closed.' },
    });
    expect(seen).to.have.length(1);
    expect(await count('orders')).to.equal(0);
    expect(platform.logs.join('')).not.to.include('gate');
  });

  it('do not run for an order that is rejected earlier', async () => {
    watch();
    expect((await send('/orders', { targetType: 'course', targetId: 999999 })).status).to.equal(404);
    expect(seen).to.deep.equal([]);
  });

  it('run in the transaction of the order', async () => {
    gate.check = async (event, _payload, services) => {
      if (event === 'second') return closed();
      await services.database.table('gate_marks').insert({ name: 'a' });
    };
    expect((await order()).status).to.equal(409);
    expect(await count('gate_marks')).to.equal(0);
    gate.check = (event, _payload, services) =>
      event === 'second' ? undefined : services.database.table('gate_marks').insert({ name: 'a' });
    expect((await order()).status).to.equal(200);
    expect(await count('gate_marks')).to.equal(1);
  });

  it('refuse an order when they throw, and the log names the module', async () => {
    gate.check = () => {
      throw new TypeError('members is undefined');
    };
    const { status, body } = await order();
    expect({ status, code: body.error.code }).to.deep.equal({ status: 500, code: 7 });
    expect(JSON.stringify(body)).not.to.include('members');
    expect(platform.logs.join('')).to.include("The check of module 'gate' failed, so 'order.creating' was refused");
    expect(await count('orders')).to.equal(0);
  });

  it('refuse an order when they exceed their time limit, and reject their later queries', async () => {
    let goOn = () => {};
    let late: Promise<unknown> = Promise.resolve();
    gate.check = (_event, _payload, { database }) => {
      const paused = new Promise<void>((resolve) => (goOn = resolve));
      late = paused
        .then(() => database.table('gate_marks').insert({ name: 'late' }))
        .then(
          () => 'inserted',
          () => 'rejected',
        );
      return late;
    };
    const { status, body } = await order();
    expect(status).to.equal(503);
    expect(body.error.message).to.equal('The module "gate" did not check the request in time; send the request again.');
    goOn();
    expect(await late).to.equal('rejected');
    expect(await count('orders')).to.equal(0);
    expect(await count('gate_marks')).to.equal(0);
  });

  it('refuse enrolments, recharges, registrations and publications of articles', async () => {
    await platform.services.settings.update(coin, { enabled: true });
    await allow(platform, 'mobile');
    const code = await codeFor(platform, 'register', someMobile());
    const article = (await send('/articles', { title: 'Draft' }, 'manager')).body as { id: string };
    const recharge = { type: 'recharge', gateway: 'Alipay_LegacyExpress', coinAmount: '10.00' };
    const attempts = {
      'goods.joining': () => send('/me/courses', { courseId: '40' }, 'newcomer'),
      'recharge.creating': () => send('/trades', recharge),
      'user.registering': async () => sendRegistration(platform, { ...code, nickname: 'Somebody' }),
      'article.publishing': () => send('/articles', { title: 'News', status: 'published' }, 'manager'),
      'article.publishing again': () => send(`/articles/${article.id}`, { status: 'published' }, 'manager'),
    };
    const before = [await count('trades'), await count('users'), await count('articles')];
    for (const [event, attempt] of Object.entries(attempts)) {
      watch(closed);
      const { status, body } = await attempt();
      expect({ event, status, code: body.error?.code }).to.deep.equal({ event, status: 409, code: 40901 });
      expect(seen.map((one) => one.event)).to.deep.equal([event.split(' ')[0]]);
    }
    expect([await count('trades'), await count('users'), await count('articles')]).to.deep.equal(before);
    expect(seen[0]?.payload).to.deep.equal({ articleId: article.id, title: 'Draft', body: '' });
  });

  it('declare their failures in the OpenAPI document at the operations that they refuse', async () => {
    const { body: document } = await platform.api.get('/api/openapi.json').expect(200);
    const names = Object.entries<{ description: string }>(document.components.responses)
      .filter(([, { description }]) => description.includes('- code 40901: The gate is closed.'))
      .map(([name]) => `#/components/responses/${name}`);
    const refused = Object.entries<Record<string, object>>(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, operation]) => names.some((name) => JSON.stringify(operation).includes(`"${name}"`)))
        .map(([method]) => `${method} ${path}`),
    );
    expect(refused.sort()).to.deep.equal([
      'patch /api/articles/{id}',
      'post /api/articles',
      'post /api/me/classrooms',
      'post /api/me/courses',
      'post /api/me/item_bank_exercises',
      'post /api/orders',
      'post /api/trades',
      'post /api/users',
      'put /api/articles/{id}',
    ]);
  });

  it('do not run for an article whose status stays the same', async () => {
    watch();
    await send('/articles', { title: 'Draft', status: 'unpublished' }, 'manager');
    const { body } = await send('/articles', { title: 'News', status: 'published' }, 'manager');
    await send(`/articles/${body.id}`, { title: 'Newer', status: 'published' }, 'manager');
    expect(seen.map(({ payload }) => payload['title'])).to.deep.equal(['News']);
  });

  it('of unknown events, and subscribers of checked events, are reported at the start', () => {
    expect(startLogs).to.match(
      /The check of module 'gate' never runs: no installed module lets checks refuse 'order\.creatin'; install the module of the event, or write one of [^"]*goods\.joining, [^"]*order\.creating/,
    );
    expect(startLogs).to.include(
      "The subscriber 'gate.hears' of module 'gate' is never called: 'goods.joining' is for checks",
    );
  });
});
