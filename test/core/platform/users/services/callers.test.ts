import { expect } from 'chai';
import { started } from '../../../../support/started.ts';
import { startUsers } from '../support.ts';

const USER = '9';
const undo = new Error('undo');

describe('Callers looked up during a transaction', () => {
  const platform = started(startUsers);

  const isLocked = async () => (await platform.kernel.services.callers.owner(USER))?.locked;

  /** Looks the caller up twice in one turn: first within a transaction that has done the work, then outside of it. */
  async function insideAndOutside(work: () => Promise<unknown>) {
    const { database } = platform.kernel.services;
    let begin = () => {};
    const outside = new Promise<void>((resolve) => (begin = resolve)).then(isLocked);
    const [inside] = await Promise.allSettled([
      database.transaction(async () => {
        await work();
        begin();
        expect(await isLocked()).to.equal(true);
        throw undo;
      }),
    ]);
    return { inside: inside.status === 'rejected' && (inside.reason as Error), outside: await outside };
  }

  it('show no uncommitted lock outside of it', async () => {
    const { database } = platform.kernel.services;
    const lock = () => database.table('users').where('id', USER).update({ locked: true });
    expect(await insideAndOutside(lock)).to.deep.equal({ inside: undo, outside: false });
  });

  it('do not fail outside of it when it has failed', async () => {
    const { database } = platform.kernel.services;
    const { inside, outside } = await insideAndOutside(() => database.raw('select 1 / 0').catch(() => {}));
    expect(inside).to.have.property('code', '25P02');
    expect(outside).to.equal(false);
  });
});
