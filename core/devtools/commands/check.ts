import { InvalidArgumentError, type Command } from 'commander';
import type { Subject } from '../check/subject.ts';
import { collected, type CommandContext, developmentPackage, examples } from '../../cli/index.ts';

interface Options {
  readonly json?: boolean;
  readonly only?: readonly string[];
  readonly quick?: boolean;
  readonly seed?: number;
  readonly requests: number;
  readonly database?: string;
  readonly writeUses?: boolean;
}

const DEFAULT_REQUESTS = 150;
const MAX_REQUESTS = 1_000_000;
const MAX_SEED = 2_147_483_647;

export default function addCheck(context: CommandContext): void {
  context.program
    .command('check')
    .argument('<folder>', 'folder of a plugin, wherever it stands, of a module in core/ of a host, or custom')
    .description('Check a module: manifest, access, filters, document, migrations, and requests of every kind.')
    .option('--only <name>', 'run only this check; may be repeated, and a wrong name lists all checks', collected)
    .option('--quick', 'only checks that neither compile nor send random requests')
    .option('--seed <number>', 'seed of the random requests, to repeat a run', wholeUpTo(MAX_SEED))
    .option('--requests <number>', 'requests to each operation', wholeUpTo(MAX_REQUESTS), DEFAULT_REQUESTS)
    .option(
      '--database <url>',
      'PostgreSQL server for a temporary database; default: a database in memory',
      withoutPassword,
    )
    .option('--write-uses', 'write what the module uses into its module.json, and check nothing else')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('check plugins/vip', 'check custom --only access --only filters', 'check plugins/vip --seed 7 --json'),
    )
    .action((folder: string, options: Options, command: Command) => check(context, { folder, options, command }));
}

interface Wanted {
  readonly folder: string;
  readonly options: Options;
  readonly command: Command;
}

async function check({ io, root }: CommandContext, { folder, options, command }: Wanted): Promise<void> {
  developmentPackage('fast-check');
  const [{ checks, quickChecks, runChecks }, { reportText }, { Subject }, { targetOf }] = await Promise.all([
    import('../check/checks.ts'),
    import('../check/report.ts'),
    import('../check/subject.ts'),
    import('../check/target.ts'),
  ]);
  const names = checks.map(({ name }) => name);
  const { json, only = options.quick === true ? quickChecks : names, requests, database: server } = options;
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) command.error(`There is no check "${unknown}". The checks are ${names.join(', ')}.`);
  const seed = options.seed ?? Math.floor(Math.random() * MAX_SEED);
  const subject = new Subject({ target: targetOf(root(), folder), env: io.env, seed, runs: requests, server });
  if (options.writeUses === true) return writeUses(io, subject);
  const report = await runChecks(
    subject,
    checks.filter(({ name }) => only.includes(name)),
  );
  io.print(json, report, () => reportText(report));
  if (!report.passed) io.exitCode = 1;
  // Open handles of the module would keep the command from ending.
  if ((await subject.stop()).length > 0) io.isHeldOpen = true;
}

async function writeUses(io: CommandContext['io'], subject: Subject): Promise<void> {
  const { writeUsesOf } = await import('../check/checks/uses.ts');
  const more = await writeUsesOf(subject).finally(() => subject.stop());
  const all = more.map((one) => `  ${one}`).join('\n');
  io.print(false, more, () => `Wrote "uses" of ${subject.file('module.json')}${all && `; new:\n${all}`}`);
}

/**
 * Returns a URL without a password. Every user of the machine can read command lines.
 * @throws InvalidArgumentError for a URL with a password
 */
function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return url;
  const { password, searchParams } = new URL(url);
  if (password === '' && !searchParams.has('password')) return url;
  throw new InvalidArgumentError(
    'The URL contains a password, which all users of this machine can read. Remove it, and set PGPASSWORD.',
  );
}

function wholeUpTo(largest: number) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number <= largest) return number;
    throw new InvalidArgumentError(`The value must be a whole number from 0 to ${largest}.`);
  };
}
