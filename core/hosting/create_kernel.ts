import { join } from 'node:path';
import type { Config } from '../kernel/base/config_schema.ts';
import type { Clock } from '../kernel/declare/services.ts';
import type { LogDestination } from './telemetry/log/log_output.ts';
import { discoverModules, type InstallationPaths } from './loader/discover_modules.ts';
import type { CodeModule } from '../kernel/modules/code_module.ts';
import { createFileLoader } from './loader/import_file.ts';
import { PluginGrants } from './loader/plugin_grants.ts';
import { loadModules, type LoadContext } from '../kernel/modules/load_module.ts';
import { schemas } from './config/check_schema.ts';
import { loadConfig, loadSection, type ConfigSources } from './config/load_config.ts';
import { SecretSettings } from './config/secret_settings.ts';
import type { StartRemark } from '../kernel/routes/route.ts';
import { Host } from './host.ts';
import { HostedKernel } from './hosted_kernel.ts';
import { Installation } from './installation.ts';
import { createBudgets } from './isolation/budgets.ts';
import { createGuard } from './create_guard.ts';
import { isolation } from './isolation/process/module_isolation.ts';
import { createKernelHooks } from './kernel_hooks.ts';

/** Options of `createKernel`. */
export interface KernelOptions {
  /** Folder with `core/`, `plugins/`, `custom/` and `config/`, as far as they exist. */
  readonly root: string;
  /** Environment variables; defaults to those of the process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Overrides configuration files and environment variables. */
  readonly config?: object;
  /** Destination of log lines; defaults to standard output. */
  readonly logTo?: LogDestination;
  /** Clock of the services; defaults to the system clock. */
  readonly clock?: Clock;
  /** Modules given as code, and folders of further plugins, which replace those of the same name in `plugins/`. */
  readonly modules?: readonly (string | CodeModule)[];
  /** Names of modules to leave out: plugins, `custom`, and modules of core that no other requires. */
  readonly without?: readonly string[];
  /** Reads the sources of plugins and custom, also those that the process has imported before; for development. */
  readonly live?: boolean;
  /**
   * Running kernel of the same installation that the new one replaces, for development: `start` takes over its open
   * database, `listen` its port; the other one then stops after its last request. A fault of a plugin that it runs is
   * thrown.
   */
  readonly replaces?: HostedKernel;
  /** Starts a thread that logs code which blocks the event loop, unless `guard.blockedMs` is 0. */
  readonly watched?: boolean;
  /** Makes the HTML page at `/docs/reference` at its first request; for development. */
  readonly reference?: (kernel: HostedKernel) => string;
}

/**
 * Creates the kernel of an installation: reads the configuration, loads the modules, builds services, resources and
 * routes. `listen` or `start` then starts the services.
 *
 * @example
 * const kernel = await createKernel({ root: process.cwd() });
 * console.log(await kernel.listen());
 * @throws ModuleFault of core, custom, or a plugin whose `onFailure` is `abort`; Error when the configuration or a folder
 * in `modules` is wrong
 */
export async function createKernel({
  root,
  env = process.env,
  config: overrides = {},
  logTo,
  clock = { now: () => new Date() },
  modules = [],
  without = [],
  live = false,
  replaces,
  watched = false,
  reference,
  ...others
}: KernelOptions): Promise<HostedKernel> {
  refuseMistake(root, others);
  const { configRemarks, remark } = collectRemarks();
  const { config, environment } = loadConfig({ root, env, overrides, remark });
  const host = replaces?.host ?? new Host({ log: config.log, environment }, logTo);
  const { logger, meters, metrics, shared, usages } = host;
  let kernel: HostedKernel | undefined;
  const present = () => kernel;
  const guard = createGuard({ root, config, logger, live }, present);
  // Code of plugins runs from here on and may throw at any time.
  guard.start(watched);
  try {
    const secretSettings = new SecretSettings(logger);
    const grants = new PluginGrants(root, environment, modules);
    const found = { root, grants, modules, without, config, env, overrides, remark, live, secretSettings, replaces };
    const { candidates, failed, context } = discover(found);
    const loaded = await loadModules(candidates, context, failed);
    const publicUrl = () => config.http.publicUrl ?? (kernel as HostedKernel).url;
    const budgets = createBudgets({ budgets: config.budgets, usages, clock, logger, meters });
    const whole = { root, env, metrics, usages, budgets, secretSettings, shared, guard, kernel: present, reference };
    const own = { clock, config, environment, installation: new Installation(whole), logger, meters, publicUrl };
    const parts = { root, own, failed, loaded, hooks: createKernelHooks({ root, own, host, guard, live }) };
    return (kernel = new HostedKernel(parts, { host, context, configRemarks, guard, grants, watched, live }, replaces));
  } catch (error) {
    guard.stop();
    throw error;
  }
}

/** Refuses misspelled options, such as `module`; plain JavaScript has no compiler to find them. */
function refuseMistake(root: unknown, others: object): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`createKernel: "${unknown}" is no option; correct its name.`);
  if (typeof root === 'string') return;
  throw new TypeError('createKernel: "root" is no path; give the folder of the host, such as import.meta.dirname.');
}

/** Collects the first remark on each file of the configuration. */
function collectRemarks() {
  const configRemarks: StartRemark[] = [];
  const remark = (one: StartRemark) => {
    if (!configRemarks.some(({ file }) => file === one.file)) configRemarks.push(one);
  };
  return { configRemarks, remark };
}

type DiscoveryTerms = Omit<InstallationPaths, 'schemas' | 'modules' | 'code'> &
  Required<Pick<KernelOptions, 'modules'>> &
  Pick<ConfigSources, 'env' | 'overrides' | 'remark'> & {
    readonly live: boolean;
    readonly secretSettings: SecretSettings;
    readonly replaces: HostedKernel | undefined;
  };

function discover({ env, overrides, remark, live, secretSettings, replaces, ...given }: DiscoveryTerms) {
  const { root, config } = given;
  const modules = given.modules.filter((one) => typeof one === 'string');
  const code = given.modules.filter((one) => typeof one !== 'string');
  const discovered = discoverModules(
    { ...given, modules, code, schemas },
    new Set(replaces?.modules.map(({ name }) => name)),
  );
  const sections = (overrides as { readonly modules?: Config['modules'] }).modules;
  const readSection: LoadContext['readSection'] = (name, schema) => {
    const from = { env, remark, overrides: sections?.[name] ?? {} };
    const read = (file?: ConfigSources['file']) => loadSection(schema, config.modules[name] ?? {}, { ...from, file });
    secretSettings.add(name, read);
    return read();
  };
  const folders = [...modules, join(root, 'plugins'), join(root, 'custom')];
  const loader = createFileLoader({ root, config, live: live ? folders : [] });
  return { ...discovered, context: { root, config, readSection, isolation, loader } };
}
