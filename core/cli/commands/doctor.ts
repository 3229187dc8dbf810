import { overrideStates, recordOverrides } from 'lectern';
import type { CommandContext } from '../context.ts';
import { examine } from '../doctor/examine.ts';
import { countOf, diagnosisText } from '../doctor/text.ts';
import { examples, print } from '../output.ts';
import { quietKernel } from '../quiet_kernel.ts';

interface Options {
  readonly accept?: boolean;
  readonly json?: boolean;
}

/** `lectern doctor`: what is wrong with an installation, and what to do about it. */
export function addDoctor({ program, root }: CommandContext): void {
  program
    .command('doctor')
    .description('Look for what is wrong and say how to mend it; exit code 1 when there is a problem.')
    .option(
      '--accept',
      'write down what the overridden operations are like now, as what the overrides were written for',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('doctor', 'doctor --json', 'doctor --accept'))
    .action(async ({ accept, json }: Options) => {
      await (accept === true ? accepted(root(), json) : examined(root(), json));
    });
}

async function examined(root: string, json: boolean | undefined): Promise<void> {
  const diagnosis = await examine(root);
  const [problems, warnings] = [countOf(diagnosis, 'problem'), countOf(diagnosis, 'warning')];
  print(json, { problems, warnings, ...diagnosis }, () => diagnosisText(diagnosis));
  if (problems > 0) process.exitCode = 1;
}

async function accepted(root: string, json: boolean | undefined): Promise<void> {
  const kernel = await quietKernel(root);
  const before = overrideStates(kernel).filter(({ state }) => state !== 'same');
  const modules = recordOverrides(kernel);
  const accepted = before.map(({ state, operation, file, changes }) => ({ operation, file, was: state, changes }));
  print(json, { modules, accepted }, () => {
    if (accepted.length === 0) return 'Everything is recorded as it is.';
    return accepted.map(({ operation, file, was }) => `${file}: ${operation || 'all records'} (was ${was})`).join('\n');
  });
}
