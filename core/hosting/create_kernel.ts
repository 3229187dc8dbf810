import type { Config } from '../kernel/declare/config_schema.ts';
import type { Clock } from '../kernel/declare/services.ts';
import type { LogDestination } from './telemetry/log_output.ts';
import { discoverModules, type InstallationPaths } from './loader/discover_modules.ts';
import { createFileLoader } from './loader/import_file.ts';
import { loadModules, type LoadContext } from '../kernel/modules/load_module.ts';
import { schemas } from './config/check_schema.ts';
import { loadConfig, loadSection, type ConfigSources } from './config/load_config.ts';
import { SecretSettings } from './config/secret_settings.ts';
import type { ConfigRemark } from './config/secret_files.ts';
import { HostedKernel } from './hosted_kernel.ts';
import { Installation } from './installation.ts';
import { LeakReport } from './inspect/leak_report.ts';
import { createGuard } from './create_guard.ts';
import { isolation } from './isolation/module_isolation.ts';
import { createKernelHooks } from './kernel_hooks.ts';
import { trackServices } from './reload/tracked_services.ts';
import { CurrentRequests } from './reload/active_requests.ts';
import { ConnectionAdmission } from './server/connection_admission.ts';
import { createLogger, requestLines } from './telemetry/log.ts';
import { createMeters } from './telemetry/create_meters.ts';
import { createMetrics } from './telemetry/metrics.ts';

/** Options of `createKernel`. */
export interface KernelOptions {
  /** Folder with `core/`, `plugins/`, `custom/` and `config/`. */
  readonly root: string;
  /** Environment variables; defaults to those of the process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Overrides configuration files and environment variables. */
  readonly config?: object;
  /** Destination of log lines; defaults to standard output. */
  readonly logTo?: LogDestination;
  /** Clock of the services; defaults to the system clock. */
  readonly clock?: Clock;
  /** Folders of further plugins. These replace plugins of the same name in `plugins/`. */
  readonly modules?: readonly string[];
  /** Names of modules to leave out: plugins, `custom`, and modules of core that no other requires. */
  readonly without?: readonly string[];
  /** Loads plugins and custom so that `reload` can replace them; for development. */
  readonly live?: boolean;
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
  watched = false,
  reference,
}: KernelOptions): Promise<HostedKernel> {
  const read = configure({ root, env, overrides, logTo });
  const { config, environment, configRemarks, remark, logger, requestLog } = read;
  let kernel: HostedKernel | undefined;
  const running = () => kernel;
  const guard = createGuard({ root, config, logger, live }, running);
  // Code of plugins runs from here on and may throw at any time.
  guard.start(watched);
  try {
    const secretSettings = new SecretSettings(logger);
    const terms = { root, modules, without, config, env, overrides, remark, live, secretSettings };
    const { discovered, failed, context, files } = await discover(terms);
    const loaded = await loadModules(discovered.candidates, context, failed);
    const publicUrl = () => config.http.publicUrl ?? (kernel as HostedKernel).url;
    const meters = createMeters(logger);
    const metrics = createMetrics(meters, guard.meters);
    const installation = new Installation({ root, env, metrics, secretSettings, guard, kernel: running, reference });
    const own = { clock, config, environment, installation, logger, meters, publicUrl };
    const leaks = config.leakReport ? new LeakReport(logger) : undefined;
    const reload = files && { paths: discovered.paths, context, files, traffic: new CurrentRequests() };
    const hooks = createKernelHooks({ root, own, guard, metrics, requestLog, leaks, currentRequests: reload?.traffic });
    const admission = new ConnectionAdmission({ meters, logger, metrics, requests: requestLog });
    const parts = { root, own, failed, loaded, hooks, replaceable: reload && { track: trackServices } };
    const host = { context, configRemarks, guard, leaks, admission, watched, live: reload };
    return (kernel = new HostedKernel(parts, host));
  } catch (error) {
    guard.stop();
    throw error;
  }
}

interface ConfigurationTerms extends Pick<ConfigSources, 'root' | 'env' | 'overrides'> {
  readonly logTo: LogDestination | undefined;
}

/** Reads the configuration, and creates the logs that it describes. */
function configure({ root, env, overrides, logTo }: ConfigurationTerms) {
  const { configRemarks, remark } = collectRemarks();
  const { config, environment } = loadConfig({ root, env, overrides, remark });
  const terms = { log: config.log, environment };
  const logs = { logger: createLogger(terms, logTo), requestLog: requestLines(terms, logTo) };
  return { config, environment, configRemarks, remark, ...logs };
}

/** Collects the first remark on each file of the configuration. */
function collectRemarks() {
  const configRemarks: ConfigRemark[] = [];
  const remark = (one: ConfigRemark) => {
    if (!configRemarks.some(({ file }) => file === one.file)) configRemarks.push(one);
  };
  return { configRemarks, remark };
}

type DiscoveryTerms = Omit<InstallationPaths, 'schemas'> &
  Pick<ConfigSources, 'env' | 'overrides' | 'remark'> & {
    readonly live: boolean;
    readonly secretSettings: SecretSettings;
  };

async function discover({ env, overrides, remark, live, secretSettings, ...given }: DiscoveryTerms) {
  const paths = { ...given, schemas };
  const { root, modules = [], config } = paths;
  const discovered = { ...discoverModules(paths), paths };
  // Imported on demand, because the file loads the compiler, which only kernels with reloads need.
  const files = live ? new (await import('./reload/live_files.ts')).LiveFiles(root, modules) : undefined;
  const sections = (overrides as { readonly modules?: Config['modules'] }).modules;
  const readSection: LoadContext['readSection'] = (name, schema) => {
    const from = { env, remark, overrides: sections?.[name] ?? {} };
    const read = (file?: ConfigSources['file']) => loadSection(schema, config.modules[name] ?? {}, { ...from, file });
    secretSettings.add(name, read);
    return read();
  };
  const loader = createFileLoader({ root, config, live: files });
  const context = { root, config, readSection, isolation, loader };
  return { discovered, failed: discovered.failed, context, files };
}
