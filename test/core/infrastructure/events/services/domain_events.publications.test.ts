import { join } from 'node:path';
import { expect } from 'chai';
import type { DomainEvent } from 'lectern';
import type { Kernel } from 'lectern/host';
import type supertest from 'supertest';
import { Installation, manifest } from '../../../../support/installation.ts';
import { startPlatform, tokenOf, type Platform } from '../../../../support/platform.ts';
import { eventually } from '../../jobs/fleet.ts';

const password = 'Lectern-2026';

/** What the plugin of this test has heard, as name and payload. */
const heard: [name: string, payload: unknown][] = [];
const hear = ({ name, payload }: DomainEvent) => heard.push([name, payload]);
Object.assign(globalThis, { publicationsHear: hear });

describe('The platform', () => {
  let platform: Platform;
  let installation: Installation;
  let kernel: Kernel;
  let api: ReturnType<typeof supertest>;
  let userId: string;

  before(async () => {
    installation = new Installation({
      'ears/module.json': manifest('ears', { requires: { events: '*' } }),
      'ears/subscribers/hear.js': `
        import { subscribe } from 'lectern';
        const names = ['user.login', 'user.logout', 'setting.changed', 'article.hit'];
        export default subscribe(names, () => (event) => { globalThis.publicationsHear(event); });`,
    });
    platform = await startPlatform({}, [join(installation.root, 'ears')]);
    ({ kernel, api } = platform);
    userId = (await kernel.services.users.byLogin('student'))!.id;
  });
  beforeEach(async () => {
    await told();
    heard.length = 0;
  });
  after(async () => {
    await platform.stop();
    await installation.clear();
  });

  /** Waits until all events are delivered. */
  async function told(): Promise<typeof heard> {
    await eventually(async () => {
      const { rows } = await kernel.services.database.raw(`select 1 from event_deliveries where state <> 'done'`);
      return rows.length === 0;
    });
    return heard;
  }

  it('publishes user.login for a login by name and password', async () => {
    await api.post('/api/user/login').send({ username: 'student', password: 'wrong' }).expect(401);
    await api.post('/api/user/login').send({ username: 'student', password: password }).expect(200);
    expect(await told()).to.deep.equal([['user.login', { userId }]]);
  });

  it('publishes user.login for a new token, and user.logout when it is revoked', async () => {
    const { body } = await api.post('/api/tokens').auth('student', password).expect(200);
    expect(await told()).to.deep.equal([['user.login', { userId }]]);
    await api.delete('/api/tokens/any').set('X-Auth-Token', body.token).expect(200);
    await api.delete('/api/tokens/any').set('X-Auth-Token', body.token).expect(401);
    await api.delete('/api/tokens/any').auth('student', password).expect(200);
    expect((await told()).slice(1)).to.deep.equal([['user.logout', { userId }]]);
  });

  it('publishes user.logout when a JWT is revoked', async () => {
    const jwt = await kernel.services.jwts.sign(userId);
    await api.delete('/api/tokens/any').set('Authorization', `Bearer ${jwt}`).expect(200);
    expect(await told()).to.deep.equal([['user.logout', { userId }]]);
  });

  it('publishes setting.changed with the names of changed values', async () => {
    const change = async (section: string, values: object) => {
      const token = await tokenOf(kernel, 'admin');
      return api.patch(`/api/settings/${section}`).set('X-Auth-Token', token).send(values);
    };
    await change('site', { name: 'A school', logo: '/one.png' });
    await change('site', { name: 'A school', logo: '/two.png' });
    await change('site', { name: 'A school' });
    const refused = await change('coin', { enabled: 'perhaps' });
    expect(refused.status).to.equal(422);
    expect(await told()).to.have.deep.members([
      ['setting.changed', { section: 'site', names: ['name', 'logo'] }],
      ['setting.changed', { section: 'site', names: ['logo'] }],
    ]);
  });

  it('publishes setting.changed for each section within a section', async () => {
    const token = await tokenOf(kernel, 'admin');
    const values = { review: { article_enable: 0 }, note: { enable: 1, course_enable: 0 } };
    await api.patch('/api/settings/ugc').set('X-Auth-Token', token).send(values).expect(200);
    expect(await told()).to.have.deep.members([
      ['setting.changed', { section: 'ugc_review', names: ['article_enable'] }],
      ['setting.changed', { section: 'ugc_note', names: ['course_enable'] }],
    ]);
  });

  it('publishes article.hit with the collected hits of each article', async () => {
    const { articleHits } = kernel.services;
    for (const id of ['1', '2', '1', '999999']) articleHits.count(id);
    await articleHits.flush();
    expect(await told()).to.have.deep.members([
      ['article.hit', { articleId: '1', hits: 2 }],
      ['article.hit', { articleId: '2', hits: 1 }],
    ]);
  });
});
