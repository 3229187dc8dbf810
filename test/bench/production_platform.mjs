// Serves the platform by the command that users start it with, as it is shipped, in production, on a database that is filled
// already. It is plain JavaScript because the loader hook that makes TypeScript readable would send the compiled modules to
// the kernel of the sources.
// The parent is told where it listens, and after each of its messages how much CPU time was used so far, or memory.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody listens on; the command does not tell which one it was given. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? String(address.port) : '';
}

process.on('message', (what) => {
  const { user, system } = process.cpuUsage();
  process.send?.(what === 'memory' ? process.memoryUsage.rss() : user + system);
});
process.once('disconnect', () => process.exit());

Object.assign(process.env, { HOST: '127.0.0.1', PORT: await freePort() });
process.argv.push('start');
// It goes on when the command has done its work, which for this one is to listen.
await import(new URL('../../dist/core/cli/main.js', import.meta.url).href);
process.send?.(`http://127.0.0.1:${process.env['PORT']}`);
