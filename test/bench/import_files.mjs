// Imports all code of the plugins of an installation in a separate process, and prints the duration in milliseconds:
// the part of a boot that Node itself needs, on the same machine in the same run.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [root = ''] = process.argv.slice(2);
await import(pathToFileURL(join(process.cwd(), 'dist/core/hosting/index.js')).href);

const [started, before] = [performance.now(), process.cpuUsage()];
for (const file of readdirSync(join(root, 'plugins'), { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.js')) await import(pathToFileURL(join(root, 'plugins', file)).href);
const [elapsed, { user, system }] = [performance.now() - started, process.cpuUsage(before)];
console.log(JSON.stringify({ clock: elapsed, cpu: (user + system) / 1000 }));
