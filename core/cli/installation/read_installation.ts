import type { Config } from '../../kernel/base/config_schema.ts';
import type { FailedPlugin } from '../../kernel/modules/failed_plugins.ts';
import { wrongSection } from '../../kernel/modules/module_fault.ts';
import type { ModuleCandidate } from '../../kernel/modules/order.ts';
import { schemas } from '../../hosting/config/check_schema.ts';
import { loadConfig, loadSection } from '../../hosting/config/load_config.ts';
import { discoverModules } from '../../hosting/loader/discover_modules.ts';
import type { BootOptions } from '../context.ts';

/** An installed module, with its section of the configuration. */
export interface InstalledModule extends ModuleCandidate {
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What the configuration and the manifests of an installation say. */
export interface DeclaredInstallation {
  readonly config: Config;
  /** Enabled modules with a valid manifest and a valid section of the configuration. */
  readonly modules: readonly InstalledModule[];
  readonly failedPlugins: readonly FailedPlugin[];
}

/**
 * Reads the configuration and the manifests of an installation. Loads no code of a module, so plugins that fail later in
 * their start are among `modules`.
 * @throws ModuleFault and Error like `createKernel`
 */
export function readInstallation({ root, env, modules: added = [] }: Omit<BootOptions, 'logTo'>): DeclaredInstallation {
  const { config } = loadConfig({ root, env, overrides: {} });
  const { candidates, failed } = discoverModules({ root, modules: added, config, schemas });
  const modules = candidates.flatMap((module) => {
    const { name, manifest } = module;
    const written = config.modules[name] ?? {};
    const { section, problems } = loadSection(manifest.config ?? {}, written, { env, overrides: {} });
    if (problems.length === 0) return [{ ...module, settings: section }];
    failed.leaveOutOrThrow(wrongSection(name, problems), candidates);
    return [];
  });
  return { config, modules, failedPlugins: failed.list };
}
