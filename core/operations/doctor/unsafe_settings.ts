import type { Config } from 'lectern';
import { brokenRules, type BrokenRule, type Kernel } from '../../hosting/internals.ts';
import { problem, warning, type DoctorFinding } from './finding.ts';

/**
 * Findings for settings that break the safety rules of production; none in other environments. Values are not shown.
 * @param config configuration of a server of this installation; a command uses other log settings
 * @param kind `database` rules need a started database
 */
export async function unsafeSettings(
  kernel: Kernel,
  config: Config,
  kind: 'settings' | 'database',
): Promise<DoctorFinding[]> {
  const broken = await brokenRules({ config, services: kernel.services, live: false }, kind);
  return broken.map(findingOf);
}

function findingOf({ setting, severity, message, fix }: BrokenRule): DoctorFinding {
  return severity === 'refused' ? problem(setting, message, fix) : warning(setting, message, fix);
}
