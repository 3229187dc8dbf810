import { type BootOptions, type CommandContext, examples } from '../../cli/index.ts';
import { readHeader, readProbe, probeText, type Probe } from '../bisect/probe.ts';
import { findingText, stepText } from '../bisect/report.ts';
import type { Trial } from '../bisect/search.ts';

interface Options extends Pick<Probe, 'as' | 'body' | 'contains'> {
  readonly probe: ReturnType<typeof readProbe>;
  readonly header?: Record<string, string>;
  readonly json?: boolean;
}

export default function addBisect(context: CommandContext): void {
  context.program
    .command('bisect')
    .description('Find the plugins that break a request, on databases in memory (exit code 1: it does not pass).')
    .requiredOption('--probe <request>', 'method, path and the status that is expected', readProbe)
    .option('--as <user>', 'send the request as a demo user, by nickname')
    .option('--header <line>', 'send a header; may be repeated', readHeader)
    .option('--body <text>', 'send a body, as form fields unless a Content-Type is given')
    .option('--contains <text>', 'text that the answer must contain')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'bisect --probe "GET /api/articles/1 200" --as student',
        'bisect --probe "GET /api/me/orders 200" --as student --json',
        'bisect --probe "GET /api/plugins/vip/vip_levels" --contains gold',
      ),
    )
    .action(async (options: Options) => bisect(context, options));
}

async function bisect({ io, boot }: CommandContext, { json, ...options }: Options): Promise<void> {
  const probe = probeOf(options);
  if (!json) io.log(`${probeText(probe)}\n`);
  const onStep: Trial['onStep'] = (step, number) => {
    if (!json) io.log(stepText(step, number));
  };
  const { search } = await import('../bisect/search.ts');
  const finding = await search({ ...(await trialOf(boot(), probe)), onStep });
  io.print(json, { probe: probeText(probe), ...finding }, () => `\n${findingText(finding)}`);
  if (finding.outcome !== 'passes') io.exitCode = 1;
}

function probeOf({ probe, header = {}, ...rest }: Omit<Options, 'json'>): Probe {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const isTyped = Object.keys(header).some((name) => name.toLowerCase() === 'content-type');
  return { ...probe, ...rest, headers: { ...(rest.body !== undefined && !isTyped && form), ...header } };
}

async function trialOf(boot: BootOptions, probe: Probe): Promise<Omit<Trial, 'onStep'>> {
  const [{ runApart }, { suspectsOf }] = await Promise.all([
    import('../bisect/run_apart.ts'),
    import('../bisect/suspects.ts'),
  ]);
  const suspects = suspectsOf(boot);
  const { method, path, query, headers, body, as } = probe;
  const job = {
    root: boot.root,
    method,
    url: path + query,
    headers,
    ...(body !== undefined && { body }),
    ...(as !== undefined && { as }),
  };
  return {
    probe,
    suspects,
    run: (plugins) => runApart({ ...job, without: suspects.names.filter((name) => !plugins.includes(name)) }, boot.env),
  };
}
