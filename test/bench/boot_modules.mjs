// Boots an installation in a process of its own, with the compiled kernel, and prints the milliseconds of CPU that took:
// those of all its threads together, which is more than the clock shows and less than a noisy machine adds to it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [root = '', dist = join(process.cwd(), 'dist')] = process.argv.slice(2);
const { createKernel } = await import(pathToFileURL(join(dist, 'core/kernel/index.js')).href);

const before = process.cpuUsage();
const kernel = await createKernel({ root, env: { NODE_ENV: 'test', LOG_LEVEL: 'error' } });
await kernel.start();
// The application is made with the first request.
if (kernel.setAside.length > 0) throw kernel.setAside[0].fault;
void kernel.app;
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);
await kernel.stop();
