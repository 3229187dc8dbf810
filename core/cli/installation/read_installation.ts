import type { Config } from '../../kernel/base/config_schema.ts';
import { isTree, type Tree } from '../../kernel/base/tree.ts';
import type { FailedPlugin } from '../../kernel/modules/failed_plugins.ts';
import { wrongSection } from '../../kernel/modules/module_fault.ts';
import type { ModuleCandidate } from '../../kernel/modules/order.ts';
import { problemsOf, sectionSchema } from '../../hosting/config/check_schema.ts';
import { loadConfig, readSection } from '../../hosting/config/load_config.ts';
import { discoverModules } from '../../hosting/loader/discover_modules.ts';
import type { SettingSchema } from '../settings/settings_in.ts';

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

/** The schema of a section is compiled only to check values, because compilation is slow. A start checks all schemas. */
const schemas = { problemsOf, problemOfSection: () => undefined };

/**
 * Reads the configuration and the manifests of an installation. Loads no code of a module, so plugins that fail later in
 * their start are among `modules`.
 * @throws ModuleFault and Error like `createKernel`
 */
export function readInstallation({ root, env }: { root: string; env: NodeJS.ProcessEnv }): DeclaredInstallation {
  const { config } = loadConfig({ root, env, overrides: {} });
  const { candidates, failed } = discoverModules({ root, config, schemas });
  const modules = candidates.flatMap((module) => {
    const { settings, problems } = settingsOf(module, config, env);
    if (problems.length === 0) return [{ ...module, settings }];
    failed.leaveOutOrThrow(wrongSection(module.name, problems), candidates);
    return [];
  });
  return { config, modules, failedPlugins: failed.list };
}

function settingsOf({ name, manifest }: ModuleCandidate, config: Config, env: NodeJS.ProcessEnv) {
  const schema = manifest.config ?? {};
  const { section, problems } = readSection(schema, config.modules[name] ?? {}, { env, overrides: {} });
  if (Object.keys(section).length === 0) return { settings: withDefaults(schema, section), problems };
  const invalid = problemsOf(sectionSchema(schema), section, env);
  return { settings: section, problems: [...problems, ...invalid] };
}

/** The values with the defaults of properties, at every depth, as the validation fills them in. */
function withDefaults({ properties = {} }: SettingSchema, values: Tree): Tree {
  const filled = Object.entries(properties).map(([name, schema]) => {
    const value = values[name] ?? structuredClone(schema.default);
    return [name, isTree(value) ? withDefaults(schema, value) : value];
  });
  return { ...values, ...(Object.fromEntries(filled.filter(([, value]) => value !== undefined)) as Tree) };
}
