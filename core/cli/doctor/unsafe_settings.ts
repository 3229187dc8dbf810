import type { Config } from 'lectern';
import { brokenRules, type BrokenRule, type Kernel } from 'lectern/host';
import { problem, warning, type Finding } from './finding.ts';

/**
 * What production refuses and warns of, by the very rules of the start; no values are shown.
 * @param config what a server of this installation would have; that of a command logs less
 * @param kind those that ask the database want one that is at work
 */
export async function unsafeSettings(
  kernel: Kernel,
  config: Config,
  kind: 'settings' | 'database',
): Promise<Finding[]> {
  const broken = await brokenRules({ config, services: kernel.services, live: false }, kind);
  return broken.map(findingOf);
}

function findingOf({ setting, severity, message, mend }: BrokenRule): Finding {
  return severity === 'refused' ? problem(setting, message, mend) : warning(setting, message, mend);
}
