// Serves the platform with the command `lectern start`, as shipped, in production, on a filled database. Plain
// JavaScript, because the loader hook for TypeScript would resolve imports of the compiled modules to the kernel of the
// sources.
import { pathToFileURL } from 'node:url';
import { freePort } from '../support/free_port.mjs';
import { reportTo } from '../support/report_cpu.mjs';

// Folder of the installation to serve; default: this project.
const [folder = new URL('../../', import.meta.url).href] = process.argv
  .splice(2)
  .map((path) => `${pathToFileURL(path)}/`);
const port = String(await freePort());
Object.assign(process.env, { HOST: '127.0.0.1', PORT: port });
process.argv.push('start');
// The import ends when the command has ended; `lectern start` ends its work when the server listens.
await import(new URL('dist/core/cli/main.js', folder).href);
reportTo(`http://127.0.0.1:${port}`);
