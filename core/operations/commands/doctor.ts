import { type BootOptions, type CommandContext, examples, quietKernel } from '../../cli/index.ts';
import { countOf, diagnosisText } from '../doctor/finding.ts';

interface Options {
  readonly accept?: boolean;
  readonly json?: boolean;
}

/** `lectern doctor`: reports problems of an installation, with fixes. */
export default function addDoctor({ program, io, boot }: CommandContext): void {
  program
    .command('doctor')
    .description('Find problems of this installation and say how to fix them; exit code 1 if there is one.')
    .option('--accept', 'record the overridden operations in their present form; later changes of them are reported')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('doctor', 'doctor --json', 'doctor --accept'))
    .action(async ({ accept, json }: Options) => {
      if (accept === true) {
        const { modules, accepted } = await acceptOverrides(boot());
        io.print(json, { modules, accepted }, () => acceptedText(accepted));
        return;
      }
      const { examine } = await import('../doctor/examine.ts');
      const diagnosis = await examine(boot());
      const [problems, warnings] = [countOf(diagnosis, 'problem'), countOf(diagnosis, 'warning')];
      io.print(json, { problems, warnings, ...diagnosis }, () => diagnosisText(diagnosis));
      if (problems > 0) io.exitCode = 1;
    });
}

interface Accepted {
  readonly operation: string;
  readonly file: string;
  readonly was: string;
  readonly changes: readonly string[];
}

async function acceptOverrides(boot: BootOptions) {
  const [{ overrideStates, recordOverrides }, kernel] = await Promise.all([
    import('../../hosting/internals.ts'),
    quietKernel(boot),
  ]);
  const before = overrideStates(kernel).filter(({ state }) => state !== 'same');
  const modules = recordOverrides(kernel);
  const accepted = before.map(({ state, operation, file, changes }) => ({ operation, file, was: state, changes }));
  return { modules, accepted };
}

function acceptedText(accepted: readonly Accepted[]): string {
  if (accepted.length === 0) return 'All overridden operations are recorded already.';
  return accepted.map(({ operation, file, was }) => `${file}: ${operation || 'all records'} (was ${was})`).join('\n');
}
