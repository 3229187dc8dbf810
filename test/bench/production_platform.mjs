// Serves the compiled platform as it is shipped, in production, on a database that is filled already. It is plain JavaScript
// because the loader hook that makes TypeScript readable would send the compiled modules to the kernel of the sources.
// The parent is told where it listens, and after each of its messages how much CPU time was used so far, or memory.
const dist = new URL('../../dist/core/', import.meta.url).href;
const { createKernel } = /** @type {typeof import('lectern')} */ (await import(`${dist}kernel/index.js`));
/** @type {typeof import('../../core/cli/tune_engine.ts')} */ (await import(`${dist}cli/tune_engine.js`)).tuneEngine();

const kernel = await createKernel({ root: process.cwd(), config: { http: { host: '127.0.0.1', port: 0 } } });
const url = await kernel.listen();

process.on('message', (what) => {
  const { user, system } = process.cpuUsage();
  process.send?.(what === 'memory' ? process.memoryUsage.rss() : user + system);
});
process.once('disconnect', () => process.exit());
process.send?.(url);
