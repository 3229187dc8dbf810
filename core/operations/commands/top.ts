import { loadConfig } from 'lectern/host';
import { InvalidArgumentError, Option } from 'commander';
import { type BootOptions, type CommandContext, examples } from '../../cli/index.ts';
import { Display } from '../top/display.ts';
import { sortKeys, type SortKey } from '../top/screen.ts';
import type { Source } from '../top/scrape.ts';
import { views } from '../top/watch.ts';

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
      const terms = { ...sourceOf(boot(), options.url), intervalMs: interval * 1000, sort };
      const display = new Display(io, options);
      const unread = new AbortController();
      io.out.once('error', () => unread.abort());
      for await (const view of views(terms, display.lost)) {
        display.show(view);
        if (options.once || unread.signal.aborted) return;
      }
    });
}

function sourceOf({ root, env }: BootOptions, url: string | undefined): Source {
  const { http, metrics } = loadConfig({ root, env, overrides: {} }).config;
  const host = http.host === '0.0.0.0' || http.host === '::' ? '127.0.0.1' : http.host;
  const named = host.includes(':') ? `[${host}]` : host;
  return { url: url ?? `http://${named}:${http.port}`, token: metrics.token };
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= MAX_INTERVAL_SECONDS) return seconds;
  throw new InvalidArgumentError(`Write a number of seconds above 0, up to ${MAX_INTERVAL_SECONDS}.`);
}
