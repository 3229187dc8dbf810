import { expect } from 'chai';
import { started } from '../../../../../support/started.ts';
import { basic, itKeepsSecrets, outcome, secret, skipSlowHash, somewhere, startUsers } from '../../support.ts';

const WRONG = secret('a-wrong-password');
const OF_THE_MOMENT = ['date', 'x-request-id', 'retry-after', 'ratelimit'];

/** An answer as a client sees it that looks for known names. */
interface Seen {
  readonly outcome: string;
  readonly body: unknown;
  readonly headers: unknown;
}

describe('Unknown names', () => {
  const platform = started(startUsers);

  const ways = {
    'POST /user/login': (name: string) =>
      platform.api.post('/api/user/login').set(somewhere()).send({ username: name, password: WRONG }),
    Basic: (name: string) => platform.api.get('/api/user/info').set({ ...somewhere(), ...basic(name, WRONG) }),
  };

  async function see(way: keyof typeof ways, name: string): Promise<Seen> {
    const answer = await ways[way](name);
    const headers = Object.entries(answer.headers).filter(([header]) => !OF_THE_MOMENT.includes(header));
    return { outcome: outcome(answer), body: answer.body, headers: Object.fromEntries(headers) };
  }

  describe('without the slow hash', () => {
    skipSlowHash(() => platform);

    for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
      it(`are answered and locked like known ones by ${way}`, async () => {
        const known = way === 'Basic' ? 'user21' : 'user22';
        for (let time = 1; time <= 7; time++) {
          const seen = await see(way, known);
          expect(await see(way, `${known}-nobody`)).to.deep.equal(seen);
          expect(seen.outcome).to.equal(time <= 5 ? '401/4' : '429/3');
        }
      });
    }

    const spellings = [
      ['user23', 'USER23', 'nobody23', 'NOBODY23'],
      ['user24@example.com', 'USER24@Example.com', 'nobody24@example.com', 'NOBODY24@Example.com'],
      ['13800000025', '13800000025 ', '13900000025', '13900000025 '],
      ['user26', 'user26 ', 'nobody26', 'nobody26 '],
      ['user27', 'ｕｓｅｒ27', 'nobody27', 'ｎobody27'],
    ] as const;
    for (const [known, knownToo, unknown, unknownToo] of spellings) {
      it(`are not revealed by another spelling of the locked name ${known}`, async () => {
        for (let time = 1; time <= 5; time++) {
          await see('Basic', known);
          await see('Basic', unknown);
        }
        expect((await see('Basic', unknownToo)).outcome).to.equal((await see('Basic', knownToo)).outcome);
      });
    }
  });

  it('cost the same work as known ones', async () => {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 7; round++) {
      known.push(await workOf(() => ways.Basic(`user${40 + round}`)));
      unknown.push(await workOf(() => ways.Basic(`nobody${40 + round}`)));
    }
    expect(median(unknown)).to.be.within(median(known) * 0.5, median(known) * 2);
  });

  it('cost the same work as known ones, as users without a password do', async () => {
    const { database } = platform.kernel.services;
    const none: number[] = [];
    const known: number[] = [];
    for (let round = 0; round < 5; round++) {
      await database
        .table('users')
        .where('id', 30 + round)
        .update({ password_hash: null });
      none.push(await workOf(() => ways.Basic(`user${30 + round}`)));
      known.push(await workOf(() => ways.Basic(`user${9 + round}`)));
    }
    expect(median(none)).to.be.within(median(known) * 0.5, median(known) * 2);
  });

  itKeepsSecrets(() => platform.logs);
});

/** Processor time, most of which a slow hash takes; other programs do not affect it. */
async function workOf(ask: () => PromiseLike<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await ask();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
