import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'chokidar';
import type { CommandContext } from '../context.ts';

const watched = ['core', 'plugins', 'custom', 'config'];
const SETTLE_MS = 150;

/** `lectern dev`: serves from the sources and starts anew after every change. */
export function addDev({ program, root }: CommandContext): void {
  program
    .command('dev')
    .description('Serve from the sources and start anew after every change.')
    .action(() => {
      let child = serve(root);
      let timer: NodeJS.Timeout | undefined;
      const restart = () => {
        child.once('exit', () => (child = serve(root)));
        if (child.exitCode !== null) child.emit('exit');
        else child.kill('SIGTERM');
      };
      watch(watched, { cwd: root, ignoreInitial: true, ignored: (path) => path.includes('node_modules') }).on(
        'all',
        () => {
          clearTimeout(timer);
          timer = setTimeout(restart, SETTLE_MS);
        },
      );
    });
}

function serve(root: string): ChildProcess {
  const main = process.argv[1] as string;
  return spawn(process.execPath, [...process.execArgv, main, 'start'], { cwd: root, stdio: 'inherit' });
}
