// Serves the compiled platform, and sends its URL to the parent process. Answers each message with memory and handles
// after a garbage collection. Plain JavaScript, because the loader hook for TypeScript would resolve imports of the
// compiled modules to the kernel of the sources.
const file = new URL('../../../dist/core/hosting/index.js', import.meta.url).href;
const { createKernel } = /** @type {typeof import('lectern/host')} */ (await import(file));
const engine = new URL('../../../dist/core/cli/engine_flags.js', import.meta.url).href;
/** @type {typeof import('../../../core/cli/engine_flags.ts')} */ (await import(engine)).tuneEngine();

const config = /** @type {object} */ (JSON.parse(process.argv[2] ?? '{}'));
const kernel = await createKernel({ root: process.cwd(), config });
const url = await kernel.listen();

process.on('message', async () => {
  // Work that ends in a later turn of the event loop still references garbage.
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    globalThis.gc?.();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  /** @type {Record<string, number>} */
  const handles = {};
  for (const name of process.getActiveResourcesInfo()) handles[name] = (handles[name] ?? 0) + 1;
  process.send?.({ heapUsed, external, rss, handles });
});
process.once('disconnect', () => void kernel.stop().then(() => process.exit()));
process.send?.(url);
