import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';

describe('Changes of settings', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));

  const get = async (type: string) => (await platform.api.get(`/api/settings/${type}`).expect(200)).body;
  const patch = (type: string, values: object) => platform.api.patch(`/api/settings/${type}`).set(manager).send(values);

  it('require the permission admin_setting', async () => {
    const before = await get('wap');
    const request = () => platform.api.patch('/api/settings/wap').send({ version: 2 });
    expect((await request().expect(401)).body.error.code).to.equal(11);
    expect(
      (
        await request()
          .set(await platform.as('student'))
          .expect(403)
      ).body.error.code,
    ).to.equal(13);
    expect(await get('wap')).to.deep.equal(before);
    await request()
      .set(await platform.as('admin'))
      .expect(200);
    expect(await get('wap')).to.deep.equal({ version: '2' });
  });

  it('keep values that they do not name, and are visible at once', async () => {
    const { body } = await patch('site', { name: 'A school' }).expect(200);
    expect(body).to.include({ name: 'A school', logo: '' });
    await patch('site', { logo: '/logo.png' }).expect(200);
    expect(await get('site')).to.deep.equal({
      name: 'A school',
      url: `${platform.url}/`,
      logo: `${platform.url}/logo.png`,
    });
  });

  it('are rejected after another change (If-Match), also of a part', async () => {
    for (const [type, part, values] of [
      ['wap', 'wap', { version: 1 }],
      ['ugc', 'ugc_note', { note: { enable: 1 }, thread: { enable: 1 } }],
    ] as const) {
      const tagOf = async () => String((await platform.api.get(`/api/settings/${type}`).expect(200)).headers['etag']);
      const tag = await tagOf();
      await patch(type, values).set('If-Match', tag).expect(200);
      expect((await patch(type, values).set('If-Match', tag).expect(412)).body.error.code).to.equal(14);
      const next = await tagOf();
      await patch(part, part === 'wap' ? { version: 2 } : { enable: 0 }).expect(200);
      const before = await get(type);
      await patch(type, values).set('If-Match', next).expect(412);
      expect(await get(type)).to.deep.equal(before);
    }
    await patch('ugc_note', { enable: 1 }).expect(200);
  });

  it('with the same If-Match at the same time succeed once', async () => {
    const { headers } = await platform.api.get('/api/settings/magic').expect(200);
    const change = () => patch('magic', { version: 1 }).set('If-Match', String(headers['etag']));
    const statuses = (await Promise.all([change(), change(), change()])).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([200, 412, 412]);
  });

  it('clear texts and URLs by "", and no other values', async () => {
    const given = { name: 'A school', url: 'https://school.example/', logo: '/logo.png' };
    await patch('site', given).expect(200);
    expect((await patch('site', { url: '', logo: '' }).expect(200)).body).to.deep.equal({
      name: 'A school',
      url: '',
      logo: '',
    });
    await patch('site', given).expect(200);
    expect((await patch('site', { name: null }).expect(200)).body).to.include({ name: 'A school' });
    await patch('consult', { enabled: 1, email: 'a@example.org' }).expect(200);
    expect((await patch('consult', { email: '' }).expect(200)).body).to.include({ enabled: 1, email: '' });
    expect((await patch('coin', { rate: '' }).expect(200)).body).to.include({ rate: '1.00' });
  });

  it('cannot clear the name of the school or of its coin: 422', async () => {
    for (const type of ['site', 'coin']) {
      const before = await get(type);
      for (const name of ['', ' ']) {
        const { error } = (await patch(type, { name }).expect(422)).body;
        expect(error.details).to.deep.equal([{ field: 'name', message: 'must be text that is not blank' }]);
      }
      expect(await get(type)).to.deep.equal(before);
    }
  });

  it('accept numbers and flags as JSON and as text, with the same answer', async () => {
    for (const values of [
      { captchaEnabled: true, level: 'high' },
      { captchaEnabled: '1', level: 'high' },
    ]) {
      expect((await patch('register', values).expect(200)).body).to.include({ captchaEnabled: true, level: 'high' });
    }
    for (const version of [2, '2']) {
      expect((await patch('wap', { version }).expect(200)).body).to.deep.equal({ version: '2' });
    }
    const form = platform.api.patch('/api/settings/ugc_note').set(manager).type('form').send({ course_enable: '0' });
    expect((await form.expect(200)).body).to.deep.equal({ enable: 1, course_enable: 0, classroom_enable: 1 });
  });

  const wrong: readonly (readonly [type: string, values: object, field: string])[] = [
    ['wap', { version: 3 }, 'version'],
    ['wap', { version: 'x' }, 'version'],
    ['register', { mode: 'anyhow' }, 'mode'],
    ['register', { captchaEnabled: 'maybe' }, 'captchaEnabled'],
    ['payment', { enabled: [] }, 'enabled'],
    ['coin', { rate: '1.234' }, 'rate'],
    ['coin', { rate: '-1' }, 'rate'],
    ['coin', { name: { a: 1 } }, 'name'],
    ['coin', { name: 'a\0' }, 'name'],
    ['site', { url: 'javascript:alert(1)' }, 'url'],
    ['consult', { qq: 'x' }, 'qq.0'],
    ['consult', { qq: [{ name: 'a' }] }, 'qq.0.number'],
    ['consult', { enabled: 2 }, 'enabled'],
    ['ugc_review', { enable: 2 }, 'enable'],
    ['ugc', { review: { enable: 2 } }, 'review.enable'],
    ['ugc', { review: 'x' }, 'review'],
    ['ugc', { note: [1] }, 'note'],
  ];
  it('are rejected with invalid values: 422, code 9, with the field', async () => {
    const taken: unknown[] = [];
    for (const [type, values, name] of wrong) {
      const before = await get(type);
      const { status, body } = await patch(type, values);
      const fields: string[] = body.error?.details.map(({ field }: { field: string }) => field) ?? [];
      const isRefused = status === 422 && body.error.code === 9 && fields.includes(name);
      if (!isRefused || !isDeepStrictEqual(await get(type), before)) taken.push([type, values, status, body]);
    }
    expect(taken).to.deep.equal([]);
  });

  it('are all rejected when one of them is invalid', async () => {
    await patch('ugc', { note: { enable: 0 }, review: { enable: 'x' } }).expect(422);
    expect((await get('ugc')).note.enable).to.equal(1);
  });

  it('of an unknown section answer 404, code 10', async () => {
    expect((await patch('nothing', { a: 1 }).expect(404)).body.error.code).to.equal(10);
    await patch('__proto__', { a: 1 }).expect(404);
  });

  it('ignore unknown fields', async () => {
    const before = await get('coin');
    expect((await patch('coin', { strange: 1, __proto__: { name: 'x' } }).expect(200)).body).to.deep.equal(before);
    expect((await patch('coin', {}).expect(200)).body).to.deep.equal(before);
  });

  it('disable all flags of a section by enable, and restore them', async () => {
    await patch('ugc_thread', { course_thread_enable: 0 }).expect(200);
    const off = (await patch('ugc_thread', { enable: 0 }).expect(200)).body;
    expect(Object.values(off)).to.deep.equal([0, 0, 0, 0, 0, 0]);
    const on = (await patch('ugc_thread', { enable: 1 }).expect(200)).body;
    expect(on).to.include({ enable: 1, course_thread_enable: 0, group_thread_enable: 1 });
  });

  it('of a part of ugc change its own section, and the other way round', async () => {
    const { body } = await patch('ugc', { review: { article_enable: 0 }, private_message: { enable: 0 } }).expect(200);
    expect(body.review).to.include({ enable: 1, article_enable: 0, course_enable: 1 });
    expect(Object.values(body.private_message)).to.deep.equal([0, 0, 0, 0]);
    expect(await get('ugc_review')).to.deep.equal(body.review);
    expect(await get('ugc_private_message')).to.deep.equal(body.private_message);
    await patch('ugc_review', { course_enable: 0 }).expect(200);
    expect((await get('ugc')).review).to.include({ article_enable: 0, course_enable: 0 });
  });

  it('of consult show its contacts only while it is enabled', async () => {
    const contacts = {
      qq: [{ name: 'a', number: '1', url: 'https://qq.example/' }],
      qqgroup: [{ name: 'b', number: '2', url: 'https://qq.example/b' }],
      phone: [{ name: 'c', number: '3' }],
      email: 'a@example.com',
    };
    expect((await patch('consult', { ...contacts, enabled: 0 }).expect(200)).body).to.deep.equal({
      enabled: 0,
      qq: [],
      qqgroup: [],
      phone: [],
    });
    expect((await patch('consult', { enabled: 1 }).expect(200)).body).to.deep.equal({ enabled: 1, ...contacts });
    expect((await patch('consult', { phone: [] }).expect(200)).body).to.deep.equal({
      enabled: 1,
      ...contacts,
      phone: [],
    });
  });

  it('of different fields at the same time are all kept', async () => {
    const values: Record<string, object> = {};
    const names = ['course_enable', 'classroom_enable', 'question_bank_enable', 'open_course_enable', 'article_enable'];
    for (const name of names) values[name] = { [name]: 0 };
    await patch('ugc_review', { enable: 1, ...Object.fromEntries(names.map((name) => [name, 1])) }).expect(200);
    const requests = Array.from({ length: 50 }, (_, index) =>
      patch('ugc_review', values[names[index % names.length]!]!).expect(200),
    );
    await Promise.all(requests);
    expect(await get('ugc_review')).to.deep.equal({ enable: 1, ...Object.fromEntries(names.map((name) => [name, 0])) });
  });

  it('are stored in the database', async () => {
    await patch('magic', { version: 2 }).expect(200);
    const { database } = platform.kernel.services;
    const row = await database.table('settings').where({ section: 'magic' }).first();
    expect(row!.values).to.deep.equal({ version: 2 });
  });
});
