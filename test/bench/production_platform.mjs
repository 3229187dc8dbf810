// Serves the platform with the command `lectern start`, as shipped, in production, on a filled database. Plain
// JavaScript, because the loader hook for TypeScript would resolve imports of the compiled modules to the kernel of the
// sources.
import { freePort } from '../support/free_port.mjs';
import { reportTo } from '../support/report_cpu.mjs';

const port = String(await freePort());
Object.assign(process.env, { HOST: '127.0.0.1', PORT: port });
process.argv.push('start');
// The import ends when the command has ended; `lectern start` ends its work when the server listens.
await import(new URL('../../dist/core/cli/main.js', import.meta.url).href);
reportTo(`http://127.0.0.1:${port}`);
