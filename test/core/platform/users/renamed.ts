import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { basic, outcome, PASSWORD, signedIn, somewhere, type HeaderFields, type Replica } from './support.ts';

type Replicas = () => { readonly changed: Replica; readonly remembering: Replica };

const someNickname = () => `name${randomInt(10 ** 12)}`;
const someMobile = () => `137${String(randomInt(10 ** 8)).padStart(8, '0')}`;

interface Person {
  readonly id: string;
  readonly nickname: string;
  readonly email: string;
  readonly mobile: string;
}

/** Declares tests in which a replica has verified a name and its password before another one changes the name. */
export function itForgetsFormerNames(replicas: Replicas): void {
  const ask = ({ api }: Replica, name: string) => api.get('/api/user/info').set({ ...somewhere(), ...basic(name) });
  const manager = (replica: Replica) => signedIn(replica, 'manager');

  async function add(replica: Replica, by: HeaderFields): Promise<Person> {
    const nickname = someNickname();
    const fields = { nickname, email: `${nickname}@example.org`, mobile: someMobile(), password: PASSWORD };
    const { body } = await replica.api.post('/api/admin_users').set(by).send(fields).expect(201);
    return { id: body.id, ...fields };
  }

  const changes: Readonly<Record<'nickname' | 'email' | 'mobile', () => string>> = {
    nickname: someNickname,
    email: () => `${someNickname()}@example.org`,
    mobile: someMobile,
  };
  for (const [field, some] of Object.entries(changes) as ['nickname' | 'email' | 'mobile', () => string][]) {
    it(`refuse a former ${field} at once, also when another user has it`, async () => {
      const { changed, remembering } = replicas();
      const by = await manager(changed);
      const person = await add(changed, by);
      const former = person[field];
      for (const replica of [remembering, changed]) expect(outcome(await ask(replica, former))).to.equal('200');
      const next = some();
      await changed.api
        .patch(`/api/users/${person.id}`)
        .set(by)
        .send({ [field]: next })
        .expect(200);
      expect(outcome(await ask(remembering, former))).to.equal('401/4');
      expect(outcome(await ask(changed, former))).to.equal('401/4');
      expect((await ask(remembering, next).expect(200)).body.id).to.equal(Number(person.id));
      const other = await add(changed, by);
      await changed.api
        .patch(`/api/users/${other.id}`)
        .set(by)
        .send({ [field]: former })
        .expect(200);
      for (const replica of [remembering, changed])
        expect((await ask(replica, former).expect(200)).body.id).to.equal(Number(other.id));
    });
  }
}
