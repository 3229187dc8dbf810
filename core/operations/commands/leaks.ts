import type { Leak } from '../../hosting/internals.ts';
import { type CommandContext, examples, table } from '../../cli/index.ts';

/** `lectern leaks`: fields that operations return and filters withhold, as counted by the running server. */
export default function addLeaks({ program, io, boot }: CommandContext): void {
  program
    .command('leaks')
    .description('List the fields that filters have withheld since the server started in development.')
    .option('--url <address>', 'address of the server; default: the configured one')
    .option('--module <name>', 'only fields of this module')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('leaks', 'leaks --module vip --json'))
    .action(async ({ url, module, json }: { url?: string; module?: string; json?: boolean }) => {
      const { configuredUrl } = await import('../configured_url.ts');
      const all = await askServer(url ?? configuredUrl(boot()));
      const leaks = all.filter((leak) => module === undefined || leak.module === module);
      io.print(json, leaks, () =>
        leaks.length === 0 ? 'Nothing has been withheld so far.' : table(leaks.map(printed)),
      );
    });
}

async function askServer(url: string): Promise<readonly Leak[]> {
  const response = await fetch(`${url.replace(/\/$/, '')}/leaks`).catch(() => undefined);
  if (!response)
    throw new Error(`No server answers at ${url}; start the server with npm run dev, or name its address with --url.`);
  if (response.ok) return (await response.json()) as Leak[];
  throw new Error(
    `The server at ${url} has no report; set "leakReport": true in its configuration and restart the server.`,
  );
}

function printed({ answers, ...leak }: Leak): Record<string, string> {
  return { ...leak, answers: String(answers) };
}
