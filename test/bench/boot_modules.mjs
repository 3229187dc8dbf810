// Boots an installation with the compiled kernel in a separate process, and prints the duration of the boot and the CPU
// time of all threads, in milliseconds.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [root = '', dist = join(process.cwd(), 'dist')] = process.argv.slice(2);
const { createKernel } = await import(pathToFileURL(join(dist, 'core/hosting/index.js')).href);

const [started, before] = [performance.now(), process.cpuUsage()];
const kernel = await createKernel({ root, env: { NODE_ENV: 'test', LOG_LEVEL: 'error' } });
await kernel.start();
// The first request creates the Express application.
if (kernel.failedPlugins.length > 0) throw kernel.failedPlugins[0].fault;
void kernel.app;
const [elapsed, { user, system }] = [performance.now() - started, process.cpuUsage(before)];
console.log(JSON.stringify({ clock: elapsed, cpu: (user + system) / 1000 }));
await kernel.stop();
