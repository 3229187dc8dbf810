import { opening } from '../core/kernel/boot/support.ts';
import { base } from '../core/kernel/boot/things.ts';
import { customTyped, script, typed } from '../core/kernel/routes/chains.ts';
import { Installation, manifest, type Files } from '../support/installation.ts';

export const AIM_US = 2;
// Short rounds, some of which no other process interrupts.
const CALLS = 10_000;
const ROUNDS = 10;

const hook: Files = {
  'plugins/h/module.json': manifest('h'),
  'plugins/h/services.js': `${opening} export default { hook: contributes('operationHooks', asValue({
    address: '/things/{id}', operation: 'get', before() {}, after() {} })) };`,
};

const installations: Readonly<Record<string, Files>> = {
  'the operation alone': {},
  'a hook': hook,
  'a link by super': customTyped(),
  'a link by original()': script('a'),
  'three links, by super and original()': { ...typed('a'), ...script('b', { after: ['a'] }), ...customTyped() },
};

/** CPU time of a call of an operation, in microseconds. */
export interface ChainCost {
  readonly name: string;
  readonly us: number;
}

/** Measures the cost of an operation with overrides and hooks, without the rest of the request. */
export async function benchChains({ rounds }: { readonly rounds: number }): Promise<readonly ChainCost[]> {
  console.log(`Overrides of one operation: microseconds a call (aim: three links at most ${AIM_US} more than alone)`);
  const costs: ChainCost[] = [];
  for (const [name, files] of Object.entries(installations)) costs.push({ name, us: await costOf(files, rounds) });
  const [alone] = costs;
  const cells = costs.map(({ name, us }) => [name, { us: us.toFixed(2), more: (us - (alone?.us ?? us)).toFixed(2) }]);
  console.table(Object.fromEntries(cells));
  return costs;
}

/** Smallest cost of several rounds: other processes only add to it. */
async function costOf(files: Files, rounds: number): Promise<number> {
  const place = new Installation({ ...base, ...files });
  try {
    const { routes } = await place.boot();
    const get = routes.find(({ operation }) => operation === 'get');
    const costs: number[] = [];
    for (let round = 0; round < rounds * ROUNDS; round++)
      costs.push(await roundOf(() => get?.run({ params, request: {} } as never)));
    return Math.min(...costs);
  } finally {
    await place.clear();
  }
}

const params = { id: '7' };

/** CPU time of a call in microseconds. */
async function roundOf(call: () => unknown): Promise<number> {
  const began = process.cpuUsage();
  for (let count = 0; count < CALLS; count++) await call();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / CALLS;
}
