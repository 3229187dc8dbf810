#!/usr/bin/env node
import cluster from 'node:cluster';
import { CommandIo } from './io.ts';
import { lectern } from './lectern.ts';

const [, , ...argv] = process.argv;
// Before all else is loaded; of several processes none has an embedded database.
if (argv[0] === 'start' && cluster.isPrimary && !process.env['DATABASE_URL']) {
  const { beginThread } = await import('../database/ahead/thread.ts');
  beginThread();
}

// Who reads may have seen enough, as in `lectern routes | head`; what the command does is brought to its end all the same.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

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
