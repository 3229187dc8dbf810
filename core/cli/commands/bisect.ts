import type { CommandContext } from '../context.ts';
import { readHeader, readProbe, probeText, type Probe } from '../bisect/probe.ts';
import { findingText, stepText } from '../bisect/report.ts';
import { runApart } from '../bisect/run_apart.ts';
import { search, type Trial } from '../bisect/search.ts';
import { suspectsOf } from '../bisect/suspects.ts';
import { examples, print } from '../output.ts';

interface Options extends Pick<Probe, 'as' | 'body' | 'contains'> {
  readonly probe: ReturnType<typeof readProbe>;
  readonly header?: Record<string, string>;
  readonly json?: boolean;
}

/** `lectern bisect`: finds the plugin, or the plugins together, with which a request is answered otherwise. */
export function addBisect({ program, root }: CommandContext): void {
  program
    .command('bisect')
    .description('Find the plugins that break a request, on databases in memory (exit code 1: it does not pass).')
    .requiredOption('--probe <request>', 'method, path and the status that is expected', readProbe)
    .option('--as <user>', 'send it as a demo user, by nickname')
    .option('--header <line>', 'send a header; may be repeated', readHeader)
    .option('--body <text>', 'send a body, as form fields unless a Content-Type is given')
    .option('--contains <text>', 'expect this in the answer, too')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'bisect --probe "GET /api/articles/1 200" --as student',
        'bisect --probe "GET /api/me/orders 200" --as student --json',
        'bisect --probe "GET /api/plugins/vip/vip_levels" --contains gold',
      ),
    )
    .action(async (options: Options) => bisect(root(), options));
}

async function bisect(root: string, { json, ...options }: Options): Promise<void> {
  const probe = probeOf(options);
  if (!json) console.log(`${probeText(probe)}\n`);
  const finding = await search(trialOf(root, probe, !json));
  print(json, { probe: probeText(probe), ...finding }, () => `\n${findingText(finding)}`);
  if (finding.outcome !== 'passes') process.exitCode = 1;
}

function probeOf({ probe, header = {}, ...rest }: Omit<Options, 'json'>): Probe {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const isTyped = Object.keys(header).some((name) => name.toLowerCase() === 'content-type');
  return { ...probe, ...rest, headers: { ...(rest.body !== undefined && !isTyped && form), ...header } };
}

function trialOf(root: string, probe: Probe, isTold: boolean): Trial {
  const suspects = suspectsOf(root);
  const { method, path, query, headers, body, as } = probe;
  const job = {
    root,
    method,
    url: path + query,
    headers,
    ...(body !== undefined && { body }),
    ...(as !== undefined && { as }),
  };
  return {
    probe,
    suspects,
    run: (plugins) => runApart({ ...job, without: suspects.names.filter((name) => !plugins.includes(name)) }),
    onStep: (step, number) => {
      if (isTold) console.log(stepText(step, number));
    },
  };
}
