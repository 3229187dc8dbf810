import { join } from 'node:path';
import { Installation, type Files } from '../../../../support/installation.ts';
import { makeTestDatabase } from '../../../../support/test_database.ts';
import { projectRoot } from '../../../../support/platform.ts';
import { BuiltProgram } from '../../../cli/built_program.ts';

const Authorization = `Basic ${Buffer.from('manager:Lectern-2026').toString('base64')}`;

/** A platform with demo data that two workers serve; stop it afterwards. */
export async function startTwoWorkers(files: Files = {}) {
  const place = await makeTestDatabase();
  const installation = new Installation({ 'config/default.json': JSON.stringify({ demo: true }), ...files });
  installation.link(join(projectRoot, 'core'), 'core');
  const env = { ...place.env, NODE_ENV: 'development', LOG_LEVEL: 'info', JWT_SECRET: 'x'.repeat(32) };
  const fleet = new BuiltProgram(installation.root, ['start', '--workers', '2'], env);
  const url = await fleet.prints(/2 workers are ready at (http:[^"\s]+)/);
  return {
    url,
    headers: { Authorization },
    /** Sends a request of a manager over a connection of its own, which any worker may get. */
    ask: (path: string) => fetch(`${url}${path}`, { headers: { Authorization, Connection: 'close' } }),
    /** Numbers of the workers that have answered requests, to one route or to any. */
    answering: (address?: string) =>
      fleet.lines
        .filter(({ msg, route }) => msg === 'request' && (address === undefined || route === address))
        .map(({ worker }) => worker),
    async stop() {
      await fleet.end('SIGKILL');
      await installation.clear();
      await place.clear();
    },
  };
}
