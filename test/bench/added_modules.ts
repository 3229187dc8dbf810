import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './measure.ts';

const AIM_MS = 1;
const LARGE = 1_000;
const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));
const program = (name: string) => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
const kinds = {
  resource: { name: 'a resource', ending: 'js' },
  service: { name: 'a resource and a service', ending: 'js' },
  typescript: { name: 'a resource and a service in TypeScript, not compiled', ending: 'ts' },
} as const;

/** Content of an added module besides the manifest. */
export type Kind = keyof typeof kinds;

/** Options of the bench: content and number of added modules, and number of boots. */
interface Asked {
  readonly rounds: number;
  /** Numbers of added modules to measure, in ascending order. */
  readonly sizes?: readonly number[];
  readonly of?: readonly Kind[];
}

/** Duration and CPU time of a boot, in milliseconds. */
interface Times {
  readonly clock: number;
  readonly cpu: number;
}

/** Times of the boots by number of modules, and the additional time for each module. */
export interface Boots {
  readonly name: string;
  readonly boots: readonly (Times & { readonly size: number })[];
  readonly aModule: Times;
  /** Time for each module that `import()` of the same files takes without a kernel. */
  readonly imported: Times | undefined;
}

/** Measures the additional start time for each added module, whose resource has five routes. */
export async function benchAddedModules({
  rounds,
  sizes = [0, 10, 100],
  of = ['resource', 'service', 'typescript'],
}: Asked): Promise<readonly Boots[]> {
  console.log(`Boot with added modules of five routes: duration and CPU time (aim: ${AIM_MS} ms for each module)`);
  const all = of.map((kind) => ({ name: kinds[kind].name, ...bootsOf(kind, sizes, rounds) }));
  const rows = all.map(({ name, boots, aModule, imported }) => [
    name,
    {
      ...Object.fromEntries(boots.map(({ size, clock, cpu }) => [`${size} modules, ms`, written({ clock, cpu }, 0)])),
      'ms a module': written(aModule, 2),
      'import() alone': imported ? written(imported, 2) : '',
    },
  ]);
  console.table(Object.fromEntries(rows));
  return all;
}

function bootsOf(kind: Kind, sizes: readonly number[], rounds: number): Omit<Boots, 'name'> {
  const { ending } = kinds[kind];
  const roots = sizes.map((size) => installation(size, kind));
  try {
    // The first start compiles the TypeScript files; only later starts are measured.
    for (const root of ending === 'ts' ? roots : []) boot(root);
    const times = roots.map(() => [] as Times[]);
    for (let round = 0; round < rounds; round++) {
      for (const [index, root] of roots.entries()) {
        // The largest number of modules takes so long that one measurement is enough.
        if (round === 0 || (sizes[index] ?? 0) < LARGE) times[index]?.push(boot(root));
      }
    }
    const boots = sizes.map((size, index) => ({ size, ...medians(times[index] ?? []) }));
    return { boots, aModule: slope(boots), imported: ending === 'js' ? imported(roots, sizes) : undefined };
  } finally {
    for (const root of roots) rmSync(root, { recursive: true });
  }
}

function medians(times: readonly Times[]): Times {
  return { clock: median(times.map(({ clock }) => clock)), cpu: median(times.map(({ cpu }) => cpu)) };
}

/** Returns the time for each module. Omits the boot without modules, because the first uncompiled plugin costs more. */
function slope(boots: Boots['boots']): Times {
  const [first, last] = [boots.find(({ size }) => size > 0), boots.at(-1)];
  if (!first || !last) return { clock: Number.NaN, cpu: Number.NaN };
  const more = last.size - first.size;
  return { clock: (last.clock - first.clock) / more, cpu: (last.cpu - first.cpu) / more };
}

function written({ clock, cpu }: Times, digits: number): string {
  return `${clock.toFixed(digits)}, CPU ${cpu.toFixed(digits)}`;
}

function imported(roots: readonly string[], sizes: readonly number[]): Times {
  const { clock, cpu } = timesOf('import_files', roots.at(-1) ?? '');
  const size = sizes.at(-1) ?? Number.NaN;
  return { clock: clock / size, cpu: cpu / size };
}

function boot(root: string): Times {
  return timesOf('boot_modules', root);
}

function timesOf(name: string, root: string): Times {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program(name), root], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Times;
}

function installation(size: number, kind: Kind): string {
  // A folder of the project, like `plugins/`, so that Node resolves packages in the same way.
  mkdirSync(cache, { recursive: true });
  const root = mkdtempSync(join(cache, 'bench-'));
  for (let index = 0; index < size; index++) writeModule(root, `added${index}`, kind);
  return root;
}

function writeModule(root: string, name: string, kind: Kind): void {
  const { ending } = kinds[kind];
  const folder = join(root, 'plugins', name);
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const manifest = { name, version: '1.0.0', engines: { lectern: '*' } };
  writeFileSync(join(folder, 'module.json'), JSON.stringify(manifest));
  if (kind !== 'resource') writeFileSync(join(folder, `services.${ending}`), services(name, ending));
  writeFileSync(join(folder, `resources/things.${ending}`), texts[kind](name));
}

const texts: Readonly<Record<Kind, (name: string) => string>> = {
  resource: alone,
  service: served,
  typescript: decorated,
};

function services(name: string, ending: 'js' | 'ts'): string {
  const type = ending === 'ts' ? ': string' : '';
  return `class Things { get(id${type}) { return { id, name: 'a thing' }; } list() { return [this.get('1')]; } }
export default { ${name}Things: Things };`;
}

const shapes = (name: string) => `
const thing = shape('${name}').mode('public', { id: field.intString('Id.'), name: field.text('Name.') });
const fields = { name: input.text({ maxLength: 100 }) };`;

function alone(name: string): string {
  const get = `(_services, { params }) => ({ id: params.id, name: 'a thing' })`;
  return defined(name, { list: `() => [{ id: '1', name: 'a thing' }]`, get });
}

function served(name: string): string {
  const things = `${name}Things`;
  const get = `({ ${things} }, { params }) => ${things}.get(params.id)`;
  return defined(name, { uses: `uses: ['${things}'],`, list: `({ ${things} }) => ${things}.list()`, get });
}

/** Code with which the resource of a JavaScript module reads its data. */
interface Source {
  readonly uses?: string;
  readonly list: string;
  readonly get: string;
}

function defined(name: string, { uses = '', list, get }: Source): string {
  const item = `{ open: true, returns: [thing, 'public'], run: ${get} }`;
  const writing = item.replace('{ open', '{ accepts: fields, open');
  return `import { defineResource, field, input, listOf, shape } from 'lectern';${shapes(name)}
export default defineResource('/plugins/${name}/things', {
  ${uses}
  search: { open: true, returns: [listOf(thing), 'public'], run: ${list} },
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
  protected readonly things: Source = use('${name}Things' as never);
  @open @returns(listOf(thing), 'public') search() { return this.things.list(); }
  ${operation('get')} ${operation('add', '@accepts(fields)')} ${operation('update', '@accepts(fields)')} ${operation('remove')}
}`;
}
