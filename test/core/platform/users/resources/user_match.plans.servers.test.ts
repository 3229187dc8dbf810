import { expect } from 'chai';
import { indicesOf, scannedBy, stepsOf } from '../../../../support/plans.ts';
import { started } from '../../../../support/started.ts';
import { sentBy } from '../../courses/support.ts';
import { addPeople } from '../people.ts';
import { itKeepsSecrets, secret, signedIn, startUsers } from '../support.ts';

const PEOPLE = 20_000;

/** Statements about users that are sent while `work` runs. */
const sentIn = async (work: () => PromiseLike<unknown>) =>
  (await sentBy(work)).filter(({ text }) => /from "?users\b/.test(text));

describe('Searches among many users', () => {
  // Without jobs, whose statements would count.
  const platform = started(() => startUsers({}, { jobs: { enabled: false } }));

  before(async () => {
    const people = Array.from({ length: PEOPLE }, (_, index) => ({
      nickname: index % 1_000 === 0 ? `zebra ${index}` : `person ${(index * 7_919) % 1_000_003}`,
      truename: `Somebody ${index}`,
    }));
    const ids = await addPeople(platform, people);
    const { database } = platform.kernel.services;
    await database.raw(`insert into departments (name) select 'Department' from generate_series(1, 200)`);
    const members = ids.map((user_id, index) => ({ user_id, department_id: 6 + (index % 200) }));
    await database.transaction(() => database.knex.batchInsert('user_departments', members, 1_000));
    await database.raw('analyze users');
    await database.raw('analyze user_departments');
  });

  const requests = [
    ['/api/user/match?q=zebra', 'student', 1, /users_search_grams/],
    ['/api/user/list?keyword=zebra', 'planner', 2, /users_search_grams/],
    ['/api/orders?buyer=zebra%200', 'manager', 1, /users_nickname_key/],
    ['/api/user/list?orgIds=10', 'planner', 2, /user_departments_(department_id|pkey)/],
  ] as const;
  for (const [path, nickname, count, index] of requests) {
    it(`read an index for ${path}`, async () => {
      const headers = await signedIn(platform, nickname);
      const sent = await sentIn(() => platform.api.get(path).set(headers).expect(200));
      const searches = sent.filter(({ text }) => /search_grams|user_departments|mobile = /.test(text));
      expect(searches).to.have.length(count);
      for (const steps of await stepsOf(platform.services, searches)) {
        expect(indicesOf(steps).join()).to.match(index);
        expect(scannedBy(steps)).to.not.include('users').and.not.include('user_departments');
      }
    });
  }

  it('read an index for each kind of login name', async () => {
    const asked = () =>
      platform.api.post('/api/user/login').send({ username: 'Somebody', password: secret('no-password') });
    const sent = (await sentIn(asked)).filter(({ text }) => text.includes('nickname_key'));
    expect(sent).to.have.length(1);
    const [steps = []] = await stepsOf(platform.services, sent);
    const indices = ['users_nickname_key', 'users_nickname_key_key', 'users_mobile_key', 'users_email_key'];
    expect(indicesOf(steps)).to.include.members(indices);
    expect(scannedBy(steps)).to.deep.equal([]);
  });

  it('find the matching users', async () => {
    const headers = await signedIn(platform, 'planner');
    const { body } = await platform.api.get('/api/user/list?keyword=ZEBRA').set(headers).expect(200);
    expect(body.paging.total).to.equal(PEOPLE / 1_000);
  });

  itKeepsSecrets(() => platform.logs);
});
