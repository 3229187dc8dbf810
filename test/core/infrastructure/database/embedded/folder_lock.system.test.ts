import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { embedded, failureOf, withFolder } from '../support.ts';

const hook = fileURLToPath(new URL('../../../../../core/hosting/loader/from_source.mjs', import.meta.url));
const holder = fileURLToPath(new URL('./hold_folder.ts', import.meta.url));

interface Holder {
  process: ChildProcess;
  /** `open`, or why it could not be opened. */
  said: Promise<string>;
}

function hold(folder: string, ...sql: string[]): Holder {
  const child = spawn(process.execPath, ['--import', hook, holder, folder, ...sql], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = once(child.stdout, 'data').then(([data]) => String(data).trim());
  return { process: child, said };
}

async function kill({ process: child }: Holder): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function readPeople(folder: string): Promise<unknown[]> {
  const database = embedded({ dataDir: folder });
  await database.start();
  return database.table('people').finally(() => database.stop());
}

describe('Embedded database in a folder that several processes open', () => {
  it('refuses a second process, naming folder and pid, until kill -9 ends the first', () =>
    withFolder(async (folder) => {
      const owner = hold(folder, "create table people as select 'kept' as name");
      try {
        expect(await owner.said).to.equal('open');
        const { message } = await failureOf(embedded({ dataDir: folder }).start());
        expect(message).to.contain(folder).and.contain(`process ${owner.process.pid}`).and.contain('DATABASE_URL');
      } finally {
        await kill(owner);
      }
      expect(await readPeople(folder)).to.deep.equal([{ name: 'kept' }]);
    }));

  it('opens in exactly one of several processes that start together', () =>
    withFolder(async (folder) => {
      const holders = [hold(folder), hold(folder), hold(folder)];
      try {
        const said = await Promise.all(holders.map((each) => each.said));
        expect(said.filter((words) => words === 'open')).to.have.length(1);
        const owner = holders[said.indexOf('open')]?.process.pid;
        expect(said.filter((words) => words.includes(`process ${owner}`))).to.have.length(2);
      } finally {
        await Promise.all(holders.map(kill));
      }
    }));
});
