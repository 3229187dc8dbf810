import { ModuleFault } from '../../kernel/modules/module_fault.ts';
import { reasonOf } from '../../kernel/base/thrown.ts';
import type { LoadedModule } from '../../kernel/modules/load_module.ts';
import { inTime } from '../telemetry/timeout.ts';
import { kernelRules } from './kernel_rules.ts';
import type { SafetyRule, SafetySubject } from '../../kernel/declare/services.ts';

/** A safety rule that the configuration breaks, or whose check has failed. */
export type BrokenRule = Pick<SafetyRule, 'setting' | 'severity' | 'message' | 'fix'>;

/** Data that a rule reads. Rules of kind `database` are checked when the database is available. */
export type RuleKind = 'settings' | 'database';

/** Returns the broken rules of one kind, of the kernel and of all modules. Empty outside of production. */
export async function brokenRules(subject: SafetySubject, kind: RuleKind): Promise<BrokenRule[]> {
  const { environment, contributions } = subject.services;
  if (environment !== 'production') return [];
  const broken: BrokenRule[] = [];
  for (const rule of [...kernelRules, ...contributions.of('safetyRules').flat()]) {
    if ((rule.asksDatabase === true) !== (kind === 'database')) continue;
    const found = await lookInto(rule, subject);
    if (found) broken.push(found);
  }
  return broken;
}

async function lookInto(rule: SafetyRule, subject: SafetySubject): Promise<BrokenRule | undefined> {
  const { setting, severity, message, fix } = rule;
  try {
    const { startTimeout } = subject.config;
    const late = () => new Error(`isUnsafe() did not end within ${startTimeout} ms`);
    const isUnsafe = await inTime({ milliseconds: startTimeout, run: () => rule.isUnsafe(subject), late });
    return isUnsafe ? { setting, severity, message, fix } : undefined;
  } catch (error) {
    const problem = `The safety of the setting could not be checked: ${reasonOf(error)}`;
    return { setting, severity: 'warned', message: problem, fix: 'Fix the cause, so that the setting can be checked.' };
  }
}

/**
 * Rejects a start in production with unsafe settings.
 * @throws Error naming every unsafe setting of core, custom and the kernel; without any, ModuleFault for the first unsafe
 * setting of a plugin
 */
export async function refuseUnsafeSettings(subject: SafetySubject, modules: readonly LoadedModule[]): Promise<void> {
  const broken = await brokenRules(subject, 'settings');
  const refused = broken.filter(({ severity }) => severity === 'refused');
  const ofPlugins = refused.flatMap((rule) => {
    const plugin = modules.find(
      ({ layer, name }) => layer === 'plugins' && rule.setting.startsWith(`modules.${name}.`),
    );
    return plugin ? [{ plugin, rule }] : [];
  });
  const own = refused.filter((rule) => !ofPlugins.some((one) => one.rule === rule));
  if (own.length > 0) throw new Error(refusalOf(own));
  const [first] = ofPlugins;
  if (!first) return;
  const { setting, message, fix } = first.rule;
  throw new ModuleFault(first.plugin.name, setting, `refused in production. ${message} ${fix}`);
}

/** Logs the broken rules that do not prevent a start in production. */
export async function warnOfUnsafeSettings(subject: SafetySubject): Promise<void> {
  const broken = [...(await brokenRules(subject, 'settings')), ...(await brokenRules(subject, 'database'))];
  for (const { setting, message, fix } of broken) subject.services.logger.warn({ setting }, `${message} ${fix}`);
}

function refusalOf(broken: readonly BrokenRule[]): string {
  return ['Production refuses', ...broken.map(({ setting, message, fix }) => `"${setting}": ${message} ${fix}`)].join(
    broken.length > 1 ? '\n  ' : ' ',
  );
}
