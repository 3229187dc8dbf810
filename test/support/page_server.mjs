/**
 * Serves the installation in the current folder with its build, again and again, each time with its present files. A
 * message with environment variables starts a kernel, one without stops it.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = process.cwd();
const host = import(pathToFileURL(join(root, 'dist/core/hosting/index.js')).href);
/** @type {import('../../core/hosting/index.ts').Kernel | undefined} */
let kernel;

/** @param {Record<string, string> | undefined} env @returns {Promise<string>} the URL; "" after a stop */
async function serve(env) {
  await kernel?.stop();
  kernel = undefined;
  if (!env) return '';
  // A live kernel reads the files of plugins and custom anew.
  kernel = await (await host).createKernel({ root, env, live: true });
  return /** @type {import('../../core/hosting/index.ts').Kernel} */ (kernel).listen();
}

process.on('message', (/** @type {{ env?: Record<string, string> }} */ { env }) => {
  serve(env).then(
    (url) => process.send?.({ url }),
    (error) => process.send?.({ problem: String(error.stack) }),
  );
});
process.once('disconnect', () => process.exit());
