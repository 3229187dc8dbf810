/**
 * `npm run bench`: Lectern against other frameworks and against none, in under three minutes; writes `docs/benchmarks.md`.
 * `--quick` takes less than one and only prints. `npm run bench -- NAME ...` runs single benches, which take longer and look
 * closer: endpoint, growth, identity, content, payments, start_up, added_modules.
 */
import { benchAddedModules } from './added_modules.ts';
import { writePage } from './benchmarks_page.ts';
import { benchContent } from './content.ts';
import { benchEndpoint } from './endpoint.ts';
import { compareFrameworks, type Compared } from './frameworks.ts';
import { benchGrowth } from './growth.ts';
import { benchIdentity } from './identity.ts';
import { print, type Effort } from './measure.ts';
import { benchPayments } from './payments.ts';
import { serverVersion } from './place_on_server.ts';
import { benchStartUp } from './start_up.ts';

const closer: Readonly<Record<string, (effort: Effort) => Promise<unknown>>> = {
  endpoint: benchEndpoint,
  growth: benchGrowth,
  identity: benchIdentity,
  content: benchContent,
  payments: benchPayments,
  start_up: benchStartUp,
  added_modules: benchAddedModules,
};

const names = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const quick = process.argv.includes('--quick');

if (names.length > 0) await lookCloser(names);
else await compare();

async function lookCloser(chosen: readonly string[]): Promise<void> {
  for (const name of chosen) {
    const bench = closer[name];
    if (!bench) throw new Error(`There is no bench "${name}"; there are ${Object.keys(closer).join(', ')}.`);
    await bench({ rounds: quick ? 3 : 5, seconds: quick ? 1 : 3 });
  }
}

async function compare(): Promise<void> {
  const effort = quick
    ? { rounds: 1, seconds: 0.4, warmUpSeconds: 0.4 }
    : { rounds: 5, seconds: 0.5, warmUpSeconds: 1 };
  const compared: Compared[] = [];
  for await (const one of compareFrameworks(effort)) {
    print(`${one.workload.name} (aim: ${one.workload.aim} of bare)`, one.figures);
    compared.push(one);
  }
  const routes = await benchGrowth(effort);
  const startUp = await benchStartUp({ rounds: effort.rounds });
  const last = compared.at(-1);
  if (quick || !last) return;
  await writePage({ compared, routes, startUp, memory: last.memory, database: await serverVersion(), ...effort });
  console.log('docs/benchmarks.md is written.');
}
