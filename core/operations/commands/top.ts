import { InvalidArgumentError, Option } from 'commander';
import { type BootOptions, type CommandContext, examples } from '../../cli/index.ts';
import { sortKeys, type SortKey } from '../top/screen.ts';
import type { Source } from '../top/scrape.ts';

interface Options {
  readonly url?: string;
  readonly once?: boolean;
  readonly json?: boolean;
  readonly interval: number;
  readonly sort: SortKey;
}

const MAX_INTERVAL_SECONDS = 3_600;

/** `lectern top`: load of a running installation, by route and module. */
export default function addTop({ program, io, boot }: CommandContext): void {
  program
    .command('top')
    .description('Show the routes and modules of a running installation with their load, times and state.')
    .option('--url <address>', 'address of the server; default: the configured one')
    .option('--interval <seconds>', 'seconds from one view to the next', secondsOf, 2)
    .addOption(new Option('--sort <column>', 'order of the rows').choices(sortKeys).default('load'))
    .option('--once', 'show one view and end')
    .option('--json', 'print JSON: with --once one object, else one line for each view')
    .addHelpText(
      'after',
      examples('top', 'top --sort p99 --interval 10', 'top --once --json --url http://10.0.0.5:3000'),
    )
    .action(async ({ interval, sort, ...options }: Options) => {
      const [{ Display }, { views }] = await Promise.all([import('../top/display.ts'), import('../top/watch.ts')]);
      const terms = { ...(await sourceOf(boot(), options.url)), intervalMs: interval * 1000, sort };
      const display = new Display(io, options);
      const unread = new AbortController();
      io.out.once('error', () => unread.abort());
      for await (const view of views(terms, display.lost)) {
        display.show(view);
        if (options.once || unread.signal.aborted) return;
      }
    });
}

async function sourceOf(boot: BootOptions, url: string | undefined): Promise<Source> {
  const [{ loadConfig }, { configuredUrl }] = await Promise.all([
    import('../../hosting/internals.ts'),
    import('../configured_url.ts'),
  ]);
  const { root, env } = boot;
  return { url: url ?? configuredUrl(boot), token: loadConfig({ root, env, overrides: {} }).config.metrics.token };
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= MAX_INTERVAL_SECONDS) return seconds;
  throw new InvalidArgumentError(`Write a number of seconds above 0, up to ${MAX_INTERVAL_SECONDS}.`);
}
