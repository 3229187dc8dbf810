import cluster from 'node:cluster';
import { InvalidArgumentError } from 'commander';
import { type CommandContext, examples, tuneEngine } from '../../cli/index.ts';

/** `lectern start`: serves until a signal ends the process. */
export default function addStart({ program, root }: CommandContext): void {
  program
    .command('start')
    .description('Serve this installation.')
    .option('--workers <number>', 'processes that serve together; 0 or auto for one per CPU (WORKERS)', readWorkers)
    .addHelpText('after', examples('start', 'start --workers auto'))
    .addHelpText(
      'after',
      '\nSIGTERM and SIGINT end the server in order, a second signal ends it at once (exit codes 143, 130). ' +
        'SIGHUP replaces the workers one after another; it ends a server only if it was started in a terminal.',
    )
    .action(async ({ workers }: { workers?: string }) => {
      const served = { root: root(), config: workers === undefined ? {} : { workers } };
      const { serveAlone, serveAsWorker, workerCount } = await import('../start/serve.ts');
      if (cluster.isWorker) return serveAsWorker(served);
      const { closeUntaken, preloadDatabase } = await import('../../infrastructure/database/preload/open_database.ts');
      preloadDatabase(served.root);
      const count = workerCount(served.root, served.config);
      if (count === 1) return serveAlone(served);
      tuneEngine();
      await closeUntaken();
      const { serveTogether } = await import('../../hosting/internals.ts');
      process.exit(await serveTogether({ root: served.root, count, overrides: served.config }));
    });
}

/** Checks the option `--workers`. @throws InvalidArgumentError for text other than a number or `auto` */
function readWorkers(text: string): string {
  if (/^(auto|\d+)$/.test(text)) return text;
  throw new InvalidArgumentError('Write a number, or auto for one per CPU.');
}
