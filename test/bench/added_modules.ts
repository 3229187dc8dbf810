import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './measure.ts';

const AIM_MS = 1;
const LARGE = 1_000;
const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));
const program = fileURLToPath(new URL('./boot_modules.mjs', import.meta.url));
const titles = { js: 'plugins in .js', ts: 'plugins in .ts, not compiled' };

type Ending = keyof typeof titles;

/** What is booted, and how often. */
interface Asked {
  readonly rounds: number;
  /** Numbers of added modules, the smallest first. */
  readonly sizes?: readonly number[];
  readonly endings?: readonly Ending[];
}

/** What a boot took in milliseconds, by the clock and of CPU. */
interface Times {
  readonly clock: number;
  readonly cpu: number;
}

/** Boots with so many modules, and what each module adds. */
export interface Boots {
  readonly name: string;
  readonly boots: readonly (Times & { readonly size: number })[];
  readonly aModule: Times;
}

/** What each module that is dropped in adds to the start: a service and a resource with five routes. */
export async function benchAddedModules({
  rounds,
  sizes = [0, 10, 100],
  endings = ['js', 'ts'],
}: Asked): Promise<readonly Boots[]> {
  console.log(`A boot with added modules of five routes, by the clock and of CPU (aim: ${AIM_MS} ms a module)`);
  const all = endings.map((ending) => ({ name: titles[ending], ...bootsOf(ending, sizes, rounds) }));
  const rows = all.map(({ name, boots, aModule }) => [
    name,
    {
      ...Object.fromEntries(boots.map(({ size, clock, cpu }) => [`${size} modules, ms`, written({ clock, cpu }, 0)])),
      'ms a module': written(aModule, 2),
    },
  ]);
  console.table(Object.fromEntries(rows));
  return all;
}

function bootsOf(ending: Ending, sizes: readonly number[], rounds: number): Omit<Boots, 'name'> {
  const roots = sizes.map((size) => installation(size, ending));
  try {
    // The first start compiles what is written in TypeScript; what counts is every other one.
    for (const root of ending === 'ts' ? roots : []) boot(root);
    const times = roots.map(() => [] as Times[]);
    for (let round = 0; round < rounds; round++) {
      for (const [index, root] of roots.entries()) {
        // The largest takes so long that it needs no second look.
        if (round === 0 || (sizes[index] ?? 0) < LARGE) times[index]?.push(boot(root));
      }
    }
    const boots = sizes.map((size, index) => ({ size, ...medians(times[index] ?? []) }));
    return { boots, aModule: slope(boots) };
  } finally {
    for (const root of roots) rmSync(root, { recursive: true });
  }
}

function medians(times: readonly Times[]): Times {
  return { clock: median(times.map(({ clock }) => clock)), cpu: median(times.map(({ cpu }) => cpu)) };
}

/** From the first boot with modules on: the first plugin that is not compiled opens the doors for all of them. */
function slope(boots: Boots['boots']): Times {
  const [first, last] = [boots.find(({ size }) => size > 0), boots.at(-1)];
  if (!first || !last) return { clock: Number.NaN, cpu: Number.NaN };
  const more = last.size - first.size;
  return { clock: (last.clock - first.clock) / more, cpu: (last.cpu - first.cpu) / more };
}

function written({ clock, cpu }: Times, digits: number): string {
  return `${clock.toFixed(digits)}, CPU ${cpu.toFixed(digits)}`;
}

function boot(root: string): Times {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, root], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Times;
}

function installation(size: number, ending: Ending): string {
  // Below the project, as `plugins/` is: what is plain there is found by Node itself.
  mkdirSync(cache, { recursive: true });
  const root = mkdtempSync(join(cache, 'bench-'));
  for (let index = 0; index < size; index++) writeModule(root, `added${index}`, ending);
  return root;
}

function writeModule(root: string, name: string, ending: Ending): void {
  const folder = join(root, 'plugins', name);
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const manifest = { name, version: '1.0.0', engines: { lectern: '*' } };
  writeFileSync(join(folder, 'module.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, `services.${ending}`), services(name, ending));
  writeFileSync(join(folder, `resources/things.${ending}`), ending === 'ts' ? decorated(name) : defined(name));
}

function services(name: string, ending: Ending): string {
  const type = ending === 'ts' ? ': string' : '';
  return `import { asClass } from 'lectern';
class Things { get(id${type}) { return { id, name: 'a thing' }; } list() { return [this.get('1')]; } }
export default { ${name}Things: asClass(Things) };`;
}

const shapes = (name: string) => `
const thing = shape('${name}').mode('public', { id: field.intString('Id.'), name: field.text('Name.') });
const fields = { name: input.text({ maxLength: 100 }) };`;

function defined(name: string): string {
  const item = `{ open: true, returns: [thing, 'public'], run: ({ ${name}Things }, { params }) => ${name}Things.get(params.id) }`;
  const writing = item.replace('{ open', '{ accepts: fields, open');
  return `import { defineResource, field, input, listOf, shape } from 'lectern';${shapes(name)}
export default defineResource('/plugins/${name}/things', {
  uses: ['${name}Things'],
  search: { open: true, returns: [listOf(thing), 'public'], run: ({ ${name}Things }) => ${name}Things.list() },
  get: ${item}, add: ${writing}, update: ${writing}, remove: ${item},
});`;
}

function decorated(name: string): string {
  const operation = (method: string, more = '') =>
    `@open ${more} @returns(thing, 'public') ${method}({ params }: OpenCall<{ id: string }>) { return this.things.get(params.id); }`;
  return `import { accepts, field, input, listOf, open, resource, returns, shape, use, type OpenCall } from 'lectern';${shapes(name)}
interface Source { get(id: string): { id: string; name: string }; list(): { id: string; name: string }[] }
@resource('/plugins/${name}/things')
export default class Things {
  constructor(@use('${name}Things' as never) protected readonly things: Source) {}
  @open @returns(listOf(thing), 'public') search() { return this.things.list(); }
  ${operation('get')} ${operation('add', '@accepts(fields)')} ${operation('update', '@accepts(fields)')} ${operation('remove')}
}`;
}
