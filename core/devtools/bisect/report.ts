import type { BisectFinding, Step } from './search.ts';
import type { Run } from './run.ts';

const MAX_LENGTH = 160;

/** Formats one tried set of plugins as a line of the output. */
export function stepText({ plugins, verdict, run }: Step, number: number): string {
  const set = plugins.length === 0 ? 'no plugin' : plugins.join(', ');
  return `${String(number).padStart(3)}  ${verdict.padEnd(14)}  ${set}: ${runText(run)}`;
}

export function findingText(finding: BisectFinding): string {
  const { outcome, culprits, needed } = finding;
  if (outcome === 'passes') return 'The probe passes with all installed plugins; there is no failure to find.';
  if (outcome === 'core') {
    return [
      'The probe fails without plugins, and with each of them alone: core does not answer as expected, or the probe',
      'expects a wrong answer. Correct the probe, or look for the cause in these lines:',
      ...differences(finding),
    ].join('\n');
  }
  const [only] = culprits;
  const said =
    culprits.length === 1
      ? `${nameOf(only)} breaks the probe`
      : `${culprits.map(nameOf).join(' and ')} break the probe together; each alone does not`;
  const given = needed.length === 0 ? '' : ` (with ${needed.map(nameOf).join(', ')}, which the probe needs)`;
  return [`${said}${given}.`, ...differences(finding), ...fixes(culprits)].join('\n');
}

function nameOf(module: string | undefined): string {
  return module === 'custom' ? 'custom/' : `plugins/${module ?? ''}/`;
}

function differences({ without, with: last, culprits }: BisectFinding): string[] {
  const [less, more] = culprits.length === 1 ? ['without it', 'with it'] : ['without them', 'with them'];
  const lines = without ? [`  ${less.padEnd(12)}  ${runText(without.run)}`] : [];
  lines.push(`  ${(without ? more : 'with all').padEnd(12)}  ${runText(last.run)}`);
  if (last.run.kind !== 'answered') return lines;
  const { servedBy, logged, failedPlugins } = last.run;
  if (servedBy.length > 0) lines.push(`  served by     ${servedBy.join(', which overrides ')}`);
  lines.push(...logged.map((line) => `  logged        ${cut(line)}`));
  lines.push(...failedPlugins.map(({ reason }) => `  failed plugin ${reason}`));
  return lines;
}

function fixes(culprits: readonly string[]): string[] {
  return culprits
    .filter((name) => name !== 'custom')
    .slice(0, 1)
    .map((name) => `To disable it: lectern plugin disable ${name}`);
}

function runText(run: Run): string {
  return run.kind === 'answered' ? `${run.status} ${cut(run.body)}` : cut(run.reason);
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}...` : line;
}
