import { isInstance, overrideStates, remarksOnOverrides, type Kernel } from '../../hosting/internals.ts';
import { note, problem, warning, type DoctorFinding } from './finding.ts';

/** Plugins that do not run, and remarks of the start. */
export function examineModules(kernel: Kernel): DoctorFinding[] {
  const { failedPlugins, disabled } = kernel;
  const failed = failedPlugins.map((plugin) => {
    const { module, reason } = plugin;
    const fix = `${mendOf(plugin)}, then restart. Until then, the plugin can be disabled, in the console or with: lectern plugin disable ${module}`;
    return problem(`plugin ${module}`, `set aside: ${reason}`, fix);
  });
  const off = disabled.plugins.length > 0 ? [note('plugins', 'These plugins are disabled.', disabled.plugins)] : [];
  return [...failed, ...remarks(kernel), ...off];
}

const importProblem = /Cannot find module|does not provide an export/;

/** Instructions for a failed plugin. Reasons begin with the file, and may end with a line in brackets. */
function mendOf({ reason, fault: { cause } }: Kernel['failedPlugins'][number]): string {
  const place = /\(([^()\s]*\/[^()\s]*:\d+)\)/.exec(reason)?.[1] ?? reason.replace(/:[^]*/, '');
  const install = /run (npm install .+), or correct the name /.exec(reason)?.[1];
  if (install !== undefined) return `Run ${install}, or correct the name in ${place}`;
  if (importProblem.test(reason)) return `Correct the import in ${place}`;
  if (isInstance(cause, SyntaxError)) return `Correct the syntax error in ${place}`;
  if (reason.includes('failed and was rolled back')) return `Correct the migration in ${place}, which was not applied`;
  return `Correct ${place} as the message says`;
}

/** Remarks, except those on overrides and opened routes, which have findings of their own. */
function remarks(kernel: Kernel): DoctorFinding[] {
  const reported = new Set(remarksOnOverrides(kernel).map(({ message }) => message));
  const goneOnes = new Set(overrideStates(kernel).flatMap(({ state, file }) => (state === 'gone' ? [file] : [])));
  return kernel.remarks
    .filter(({ message }) => !reported.has(message) && !message.includes('changes the access of'))
    .filter(({ file, message }) => !(goneOnes.has(file) && message.includes('overrides nothing')))
    .map(({ file, message }) => warning(file, message));
}
