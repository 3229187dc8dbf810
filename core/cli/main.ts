#!/usr/bin/env node
import './require_node.mjs';
import cluster from 'node:cluster';
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { outliveHangUp } from '../hosting/cluster/hang_up.mjs';
import { FLAG_OF_SHORT_PROCESS, FLAG_OF_START, FLAGS_OF_SERVER } from './engine_flags.ts';

const [, , ...argv] = process.argv;
const isServer = argv.includes('start') || argv.includes('dev');
if (isServer) outliveHangUp();
for (const flag of isServer ? [...FLAGS_OF_SERVER, FLAG_OF_START] : [FLAG_OF_SHORT_PROCESS]) setFlagsFromString(flag);
// Keeps the compiled code of the program, which saves a fifth of a start. Node 20 has no such cache; others go on without a
// folder to write to.
const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown };
if (import.meta.url.endsWith('.js')) enableCompileCache?.(`${import.meta.dirname}/../../../.cache/v8`);
// Loads the engine of the embedded database in a thread while all other files load; workers do not use this engine.
if (argv[0] === 'start' && cluster.isPrimary && !process.env['DATABASE_URL']) {
  const { beginThread } = await import('../infrastructure/database/preload/begin_thread.ts');
  beginThread();
}

// The reader of the output may close the pipe early, as in `lectern routes | head`. The command still completes.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// Imported here, because an old Node must reach `require_node.mjs`, and a server must hear SIGHUP before it loads.
const [{ CommandIo }, { lectern }] = await Promise.all([import('./terminal/io.ts'), import('./lectern.ts')]);
const { stdout: out, stderr: err, env } = process;
const io = new CommandIo({
  out,
  err,
  env,
  get input() {
    return process.stdin;
  },
});
process.exitCode = await lectern(argv, io);
if (io.isHeldOpen) process.stdout.write('', () => process.exit());
