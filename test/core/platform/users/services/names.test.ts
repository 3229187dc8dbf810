import { expect } from 'chai';
import { named, nameForms, nameKey } from '../../../../../core/platform/users/services/names.ts';
import { rolledBack } from '../../../../support/rolled_back.ts';
import { prepared, started } from '../../../../support/started.ts';
import { down, up } from '../../../../../core/platform/users/migrations/011_name_keys.ts';
import { addPeople } from '../people.ts';
import { basic, login, outcome, PASSWORD, secret, somewhere, skipSlowHash, startUsers } from '../support.ts';

/** A nickname with a combining accent, and other spellings of it. */
const typed = 'Jose\u0301';
const spellings = [typed, 'José', 'JOSÉ', 'josé', 'ｊｏｓé', 'jo\uFE0Fsé'];

describe('Names', () => {
  const platform = started(startUsers);

  const manager = prepared(() => platform.as('manager'));

  afterEach(() => platform.reset());
  skipSlowHash(() => platform);

  const add = (fields: object) =>
    platform.api
      .post('/api/admin_users')
      .set(manager)
      .send({ password: secret(PASSWORD), ...fields });
  const info = (name: string) => platform.api.get('/api/user/info').set({ ...somewhere(), ...basic(name) });
  const users = () => platform.services.database.table('users');

  it('sign in and are found in every spelling, and are shown as typed', async () => {
    const { body } = await add({ nickname: typed, truename: 'Ren\u00e9e' }).expect(201);
    expect(body.nickname).to.equal(typed);
    const found: string[] = [];
    for (const name of spellings) {
      expect((await info(name).expect(200)).body.nickname).to.equal(typed);
      expect(outcome(await login(platform, name))).to.equal('200');
      const match = await platform.api
        .get('/api/user/match')
        .query({ q: name.slice(1) })
        .set(manager)
        .expect(200);
      found.push(match.body.data[0]?.nickname);
      const { body: orders } = await platform.api.get('/api/users').query({ keyword: name }).set(manager).expect(200);
      expect(orders.paging.total, name).to.equal(1);
    }
    expect(found).to.deep.equal(spellings.map(() => typed));
    const keyword = 'RENE\u0301E';
    const { body: named } = await platform.api.get('/api/users').query({ keyword }).set(manager).expect(200);
    expect(named.paging.total).to.equal(1);
  });

  it('are taken in every spelling, for each operation that gives a name', async () => {
    await add({ nickname: typed }).expect(201);
    const student = await platform.as('student');
    for (const nickname of spellings.filter((one) => !one.includes('\uFE0F'))) {
      const added = await add({ nickname });
      expect([outcome(added), added.body.error.details[0].field]).to.deep.equal(['409/14', 'nickname']);
      const changed = await platform.api.patch('/api/users/9').set(manager).send({ nickname });
      expect([outcome(changed), changed.body.error.details[0].field]).to.deep.equal(['409/14', 'nickname']);
      const renamed = await platform.api.patch('/api/me').set(student).send({ nickname });
      expect([outcome(renamed), renamed.body.error.details[0].field]).to.deep.equal(['422/9', 'nickname']);
    }
    await platform.api.patch('/api/me').set(student).send({ nickname: 'STUDENT' }).expect(200);
    expect(outcome(await add({ nickname: 'Student' }))).to.equal('409/14');
    for (const letter of ['\u3164', '\uFFA0'])
      expect(outcome(await add({ nickname: `${letter}Student` }))).to.equal('409/14');
    const application = await platform.api
      .post('/api/applications')
      .set(await platform.as('admin'))
      .send({
        name: 'Teacher',
        roles: [],
      });
    expect(outcome(application)).to.equal('409/14');
  });

  it('share their failed attempts in every spelling', async () => {
    await add({ nickname: typed, mobile: '13700000001' }).expect(201);
    const wrong = secret('a-wrong-password');
    for (const name of spellings.slice(0, 5)) expect(outcome(await login(platform, name, wrong))).to.equal('401/4');
    expect(outcome(await login(platform, spellings[5]!))).to.equal('429/3');
    for (const name of [
      '13700000001',
      '+86 137-0000-0001',
      '137 0000 0001',
      '１３７０００００００１',
      '008613700000001',
    ])
      expect(outcome(await login(platform, name, wrong)), name).to.equal('401/4');
    expect(outcome(await login(platform, '13700000001'))).to.equal('429/3');
  });

  it('include e-mail addresses in any letter case and width, and mobile numbers as people write them', async () => {
    for (const name of ['Student@Example.COM', 'ｓtudent＠example.com', '+86 138-0000-0004', '１３８00000004'])
      expect((await info(name).expect(200)).body.nickname, name).to.equal('student');
    // A dotless i is a letter of another mailbox.
    await info('pau\u0131@example.com').expect(401);
    await add({ nickname: 'ida', email: 'ida@example.org' }).expect(201);
    await info('\u0131da@example.org').expect(401);
  });

  it('without a key sign in as typed', async () => {
    const ids = await addPeople(platform, [{ nickname: 'Zo\u00eb' }, { nickname: 'ZO\u00cb' }]);
    await users().whereIn('id', ids).update({ password_hash: 'a hash' });
    const signIn = async (name: string) => (await info(name)).body.id as number | undefined;
    const [older, newer] = ids.map(Number);
    expect([await signIn('Zoë'), await signIn('ZOË'), await signIn('zoë')]).to.deep.equal([older, newer, undefined]);
  });

  it('mean the account that has them as typed, in whatever order the accounts are read', () => {
    const [older, newer] = ['Zo\u00eb', 'ZO\u00cb'].map((nickname) => ({ nickname, email: null, mobile: null }));
    for (const accounts of [
      [older!, newer!],
      [newer!, older!],
    ])
      expect(named(accounts, nameForms('ZO\u00cb'))).to.equal(newer);
  });

  it('do not sign in by a key of another nickname, which an earlier version has changed since', async () => {
    await add({ nickname: 'Quentin' }).expect(201);
    await users().where({ nickname: 'Quentin' }).update({ nickname: 'Quincy' });
    expect(outcome(await info('quentin'))).to.equal('401/4');
    expect(outcome(await info('Quincy'))).to.equal('200');
  });

  it('of all accounts get a key by the migration, the oldest first', async () => {
    const { knex } = platform.services.database;
    await rolledBack(knex, async (trx) => {
      await down(trx);
      const row = { roles: [], truename: 'X' };
      const many = Array.from({ length: 2_100 }, (_, n) => ({ ...row, nickname: `Many${n}`, uuid: `many${n}` }));
      await trx.batchInsert('users', many, 500);
      await trx('users').insert(
        ['Aå', 'A\u030Aa', 'aa\u030A'].map((nickname) => ({ ...row, nickname, uuid: nickname })),
      );
      await up(trx);
      const keys = await trx('users')
        .whereIn('nickname', ['Aå', 'A\u030Aa', 'aa\u030A', 'Many2099', '张三'])
        .orderBy('id');
      expect(keys.map((one) => one.nickname_key)).to.deep.equal(['张三', 'many2099', 'aå', 'åa', null]);
      expect(await trx('users').whereNull('nickname_key').select('nickname')).to.have.length(1);
    });
  });

  it('have a key that is its own key, for every character of a name', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (!/[\p{L}\p{M}\p{N}]/u.test(character)) continue;
      const key = nameKey(`x${character}y`);
      if (nameKey(key) !== key || nameKey(key.toUpperCase()) !== key) wrong.push(code.toString(16));
    }
    expect(wrong).to.deep.equal([]);
    const keys = ['STRAẞE', 'Straße', 'ΟΔΥΣΣΕΥΣ', 'ﬁ\ufe0f'].map(nameKey);
    expect(keys).to.deep.equal(['strasse', 'strasse', 'οδυσσευσ', 'fi']);
  });
});
