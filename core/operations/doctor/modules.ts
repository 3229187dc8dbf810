import { overrideStates, remarksOnOverrides, type Kernel } from 'lectern/host';
import { note, problem, warning, type DoctorFinding } from './finding.ts';

/** Plugins that do not run, and remarks of the start. */
export function examineModules(kernel: Kernel): DoctorFinding[] {
  const { failedPlugins, disabled } = kernel;
  const failed = failedPlugins.map(({ module, reason }) =>
    problem(
      `plugin ${module}`,
      `set aside: ${reason}`,
      `To start without this plugin: lectern plugin disable ${module}`,
    ),
  );
  const off = disabled.plugins.length > 0 ? [note('plugins', 'These plugins are disabled.', disabled.plugins)] : [];
  return [...failed, ...remarks(kernel), ...off];
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
