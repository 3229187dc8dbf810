import { writeFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportTo } from './report_cpu.ts';

/** Serves an installation of one plugin with as many resources as the first argument says, compiled, as shipped. */
const resources = Number(process.argv[2] ?? 1);
const compiledKernel = pathToFileURL(join(process.cwd(), 'dist/core/kernel/index.js')).href;
const compiledTuning = pathToFileURL(join(process.cwd(), 'dist/core/cli/tune_engine.js')).href;
((await import(compiledTuning)) as typeof import('../../core/cli/tune_engine.ts')).tuneEngine();
const { createKernel } = (await import(compiledKernel)) as typeof import('lectern');

const root = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
const folder = join(root, 'plugins/bench/resources');
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(root, 'plugins/bench/module.json'),
  JSON.stringify({ name: 'bench', version: '1.0.0', engines: { lectern: '*' } }),
);

for (let index = 0; index < resources; index++) {
  writeFileSync(
    join(folder, `things${index}.mjs`),
    `import { defineResource, field, input, shape } from 'lectern';
const thing = shape('Thing${index}').mode('public', {
  id: field.intString('Id.'), name: field.text('Name.'), price: field.money('Price.'), enabled: field.bool('Enabled.'),
});
const run = (_services, { params }) => ({ id: params.id, name: 'a small thing', price: 990, enabled: true, secret: 'kept' });
const accepts = { q: input.optional(input.text()), size: input.optional(input.integer({ maximum: 100 })) };
const one = { open: true, accepts, returns: [thing, 'public'], run };
export default defineResource('/plugins/bench/kind${index}/things', { get: one, update: one, remove: one, add: one, search: one });
`,
  );
}

const kernel = await createKernel({ root, config: { http: { port: 0 } } });
if (kernel.setAside.length > 0) throw new Error(kernel.setAside[0]?.reason);
reportTo(await kernel.listen());
