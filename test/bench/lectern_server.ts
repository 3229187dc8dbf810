import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportTo } from '../support/report_cpu.mjs';

/**
 * Serves a compiled installation. The first argument is the number of resources. All resources are in one plugin, or
 * with the second argument `apart` each resource in a separate plugin.
 */
const resources = Number(process.argv[2] ?? 1);
const apart = process.argv[3] === 'apart';
const compiledKernel = pathToFileURL(join(process.cwd(), 'dist/core/hosting/index.js')).href;
const compiledTuning = pathToFileURL(join(process.cwd(), 'dist/core/cli/engine_flags.js')).href;
((await import(compiledTuning)) as typeof import('../../core/cli/engine_flags.ts')).tuneEngine();
const { createKernel } = (await import(compiledKernel)) as typeof import('lectern/host');

const root = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
process.once('exit', () => {
  rmSync(root, { recursive: true, force: true });
});
for (let index = 0; index < resources; index++) writeResource(apart ? `bench${index}` : 'bench', index);

function writeResource(plugin: string, index: number): void {
  const folder = join(root, 'plugins', plugin);
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const manifest = { name: plugin, version: '1.0.0', engines: { lectern: '*' } };
  writeFileSync(join(folder, 'module.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, `resources/things${index}.mjs`),
    `import { defineResource, field, input, shape } from 'lectern';
const thing = shape('Thing${index}').mode('public', {
  id: field.intString('Id.'), name: field.text('Name.'), price: field.money('Price.'), enabled: field.bool('Enabled.'),
});
const run = (_services, { params }) => ({ id: params.id, name: 'a small thing', price: 990, enabled: true, secret: 'kept' });
const accepts = { q: input.optional(input.text()), size: input.optional(input.integer({ maximum: 100 })) };
const one = { open: true, accepts, returns: [thing, 'public'], run };
export default defineResource('/plugins/${plugin}/kind${index}/things', { get: one, update: one, remove: one, add: one, search: one });
`,
  );
}

const kernel = await createKernel({ root, config: { http: { host: '127.0.0.1', port: 0 } } });
if (kernel.failedPlugins.length > 0) throw new Error(kernel.failedPlugins[0]?.reason);
reportTo(await kernel.listen());
