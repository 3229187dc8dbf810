import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './measure.ts';

const SOME = 10;
const MANY = 100;
const sizes = [0, SOME, MANY];
const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));
const program = fileURLToPath(new URL('./boot_modules.mjs', import.meta.url));

/** What each module that is dropped in adds to the start: a service and a resource with five routes. */
export async function benchAddedModules({ rounds }: { rounds: number }): Promise<void> {
  console.log('CPU of a boot with added modules of five routes (aim: under 5 ms a module)');
  const table: Record<string, Record<string, string>> = {};
  for (const ending of ['js', 'ts'] as const)
    table[`plugins in .${ending}${ending === 'ts' ? ', not compiled' : ''}`] = await figures(ending, rounds);
  console.table(table);
}

async function figures(ending: 'js' | 'ts', rounds: number): Promise<Record<string, string>> {
  const roots = sizes.map((size) => installation(size, ending));
  try {
    // The first start compiles what is written in TypeScript; what counts is every other one.
    for (const root of roots) boot(root);
    const times = roots.map(() => [] as number[]);
    for (let round = 0; round < rounds; round++) {
      for (const [index, root] of roots.entries()) times[index]?.push(boot(root));
    }
    const medians = times.map(median);
    const boots = medians.map((time, index) => [`${sizes[index] ?? 0} modules, CPU ms`, time.toFixed(0)]);
    // The first plugin that is not compiled opens the doors for all of them, which is no cost of each.
    const [, some = 0, many = 0] = medians;
    return { ...Object.fromEntries(boots), 'ms a module': ((many - some) / (MANY - SOME)).toFixed(2) };
  } finally {
    for (const root of roots) rmSync(root, { recursive: true });
  }
}

function boot(root: string): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, root], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

function installation(size: number, ending: 'js' | 'ts'): string {
  // Below the project, as `plugins/` is: what is plain there is found by Node itself.
  mkdirSync(cache, { recursive: true });
  const root = mkdtempSync(join(cache, 'bench-'));
  for (let index = 0; index < size; index++) writeModule(root, `added${index}`, ending);
  return root;
}

function writeModule(root: string, name: string, ending: 'js' | 'ts'): void {
  const folder = join(root, 'plugins', name);
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const manifest = { name, version: '1.0.0', engines: { lectern: '*' } };
  writeFileSync(join(folder, 'module.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, `services.${ending}`), services(name, ending));
  writeFileSync(join(folder, `resources/things.${ending}`), ending === 'ts' ? decorated(name) : defined(name));
}

function services(name: string, ending: 'js' | 'ts'): string {
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
