// Serves the compiled platform with its demo data, as shipped, in a separate process. Plain JavaScript, because the
// loader hook for TypeScript would resolve imports of the compiled modules to the kernel of the sources.
import { reportTo } from './report_cpu.mjs';

const file = new URL('../../dist/core/hosting/index.js', import.meta.url).href;
const { createKernel } = /** @type {typeof import('lectern/host')} */ (await import(file));
const engine = new URL('../../dist/core/cli/engine_flags.js', import.meta.url).href;
/** @type {typeof import('../../core/cli/engine_flags.ts')} */ (await import(engine)).tuneEngine();

const kernel = await createKernel({ root: process.cwd(), config: { demo: true, http: { port: 0 } } });
const url = await kernel.listen();
reportTo(url, () => kernel.stop().then(() => process.exit()));
