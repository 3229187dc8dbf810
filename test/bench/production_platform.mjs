// Serves the platform by the command that users start it with, as it is shipped, in production, on a database that is filled
// already. It is plain JavaScript because the loader hook that makes TypeScript readable would send the compiled modules to
// the kernel of the sources.
import { freePort } from '../support/free_port.mjs';
import { reportTo } from '../support/report_cpu.mjs';

const port = String(await freePort());
Object.assign(process.env, { HOST: '127.0.0.1', PORT: port });
process.argv.push('start');
// It goes on when the command has done its work, which for this one is to listen.
await import(new URL('../../dist/core/cli/main.js', import.meta.url).href);
reportTo(`http://127.0.0.1:${port}`);
