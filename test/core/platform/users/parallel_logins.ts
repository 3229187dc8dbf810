import { expect } from 'chai';
import type { Services } from 'lectern';
import { atOnce, basic, PASSWORD, secret, somewhere, tally, type Replica } from './support.ts';

/** Counts the passwords that are compared with a hash while `work` runs. */
async function comparedIn(replicas: readonly Replica[], work: () => Promise<void>): Promise<number> {
  let compared = 0;
  const watched = replicas.map(({ kernel: { services } }) => services.passwords);
  const originals = watched.map((passwords) => passwords.isRight.bind(passwords));
  watched.forEach((passwords, index) => {
    passwords.isRight = (...guess: Parameters<Services['passwords']['isRight']>) => {
      compared++;
      return originals[index]!(...guess);
    };
  });
  try {
    await work();
    return compared;
  } finally {
    watched.forEach((passwords, index) => (passwords.isRight = originals[index]!));
  }
}

/** Declares the tests, for one replica or for two on one database. @param many simultaneous logins, more than 20 */
export function itLimitsLoginsAtOnce(many: number, replicas: () => readonly [Replica, Replica]): void {
  let last = 28;
  const next = () => `user${++last}`;

  const at = (index: number) => replicas()[index % 2]!.api;
  const login = (index: number, username: string, password: string) =>
    at(index)
      .post('/api/user/login')
      .set(somewhere())
      .send({ username, password: secret(password) });
  const byBasic = (index: number, name: string, password: string) =>
    at(index)
      .get('/api/user/info')
      .set({ ...somewhere(), ...basic(name, password) });

  for (const [what, passwordOf] of [
    ['different wrong passwords', (index: number) => `a-wrong-password-${index}`],
    ['equal wrong passwords', () => 'the-same-wrong-password'],
  ] as const) {
    it(`with ${many} ${what} for one name are checked five times`, async () => {
      for (const ask of [login, byBasic]) {
        const name = next();
        const compared = await comparedIn(replicas(), async () => {
          const answers = await atOnce(many, (index) => ask(index, name, passwordOf(index)));
          expect(tally(answers)).to.deep.equal({ '401/4': 5, '429/3': many - 5 });
        });
        expect(compared).to.equal(5);
        expect(tally([await ask(0, name, PASSWORD), await ask(1, name, PASSWORD)])).to.deep.equal({ '429/3': 2 });
      }
    });
  }

  it(`with ${many} wrong passwords for three names of one account are checked five times per name`, async () => {
    const name = next();
    const names = [name, `${name}@example.com`, `138${name.slice(4).padStart(8, '0')}`];
    const compared = await comparedIn(replicas(), async () => {
      const answers = await atOnce(many, (index) => login(index, names[index % 3]!, `a-wrong-password-${index}`));
      expect(tally(answers)).to.deep.equal({ '401/4': 15, '429/3': many - 15 });
    });
    expect(compared).to.equal(15);
  });

  it('with right passwords after four wrong ones all succeed', async () => {
    for (const ask of [login, byBasic]) {
      const name = next();
      for (let time = 1; time <= 4; time++) await ask(time, name, 'a-wrong-password');
      expect(tally(await atOnce(6, (index) => ask(index, name, PASSWORD)))).to.deep.equal({ '200': 6 });
    }
  });

  it(`with ${many} wrong passwords for an unknown name are answered five times`, async () => {
    const name = `nobody-${next()}`;
    const answers = await atOnce(many, (index) => login(index, name, `a-wrong-password-${index}`));
    expect(tally(answers)).to.deep.equal({ '401/4': 5, '429/3': many - 5 });
  });

  it(`with ${many} wrong passwords from one address are answered twenty times`, async () => {
    const there = somewhere();
    const stem = next();
    const answers = await atOnce(many, (index) => login(index, `${stem}-${index}`, 'a-wrong-password').set(there));
    expect(tally(answers)).to.deep.equal({ '401/4': 20, '429/3': many - 20 });
  });

  it(`with ${many} right passwords of one user all succeed, with one slow hash per replica`, async () => {
    for (const ask of [login, byBasic]) {
      const name = next();
      const compared = await comparedIn(replicas(), async () => {
        expect(tally(await atOnce(many, (index) => ask(index, name, PASSWORD)))).to.deep.equal({ '200': many });
      });
      expect(compared).to.equal(new Set(replicas()).size);
    }
  });

  it('with right passwords of many users from one address all succeed', async () => {
    const there = somewhere();
    const names = Array.from({ length: 12 }, next);
    const answers = await atOnce(names.length, (index) => login(index, names[index]!, PASSWORD).set(there));
    expect(tally(answers)).to.deep.equal({ '200': names.length });
  });
}
