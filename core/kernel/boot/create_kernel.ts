import { systemClock, type Clock } from '../clock.ts';
import { loadConfig } from '../config/load.ts';
import type { ConfigRemark } from '../config/secret_files.ts';
import { createLogger, requestLines, type LogDestination } from '../log.ts';
import { metersOf } from '../meters/meters_of.ts';
import { loadModules } from './assemble.ts';
import { guardOf } from './guard_of.ts';
import { compiledFolder } from './import_file.ts';
import { BootedKernel, type Kernel } from './kernel.ts';
import { survey } from './survey.ts';

/** How to make a kernel. */
export interface KernelOptions {
  /** Folder with `core/`, `plugins/`, `custom/` and `config/`. */
  readonly root: string;
  /** Environment variables; those of the process unless given. */
  readonly env?: NodeJS.ProcessEnv;
  /** Laid over the configuration, environment variables included. */
  readonly config?: object;
  /** Where log lines go instead of standard output. */
  readonly logTo?: LogDestination;
  /** What tells services the time instead of the clock of the machine. */
  readonly clock?: Clock;
  /** Folders of plugins that count as if they stood in `plugins/`, in place of those that have their names there. */
  readonly modules?: readonly string[];
  /** Names of plugins that count as if they were not there. */
  readonly without?: readonly string[];
  /** Loads plugins and custom so that `reload` can exchange them; for development. */
  readonly live?: boolean;
  /** Has a second thread watch the event loop while the kernel listens, and name the code that blocks it. */
  readonly watched?: boolean;
}

/**
 * Boots a folder: config, layers and modules, services, resources, route table.
 *
 * @example
 * const kernel = await createKernel({ root: process.cwd() });
 * console.log(await kernel.listen());
 * @throws Error naming module, file and mend when core, custom or the configuration is at fault
 */
export async function createKernel({
  root,
  env = process.env,
  config: overrides = {},
  logTo,
  clock = systemClock,
  modules = [],
  without = [],
  live = false,
  watched = false,
}: KernelOptions): Promise<Kernel> {
  const configRemarks: ConfigRemark[] = [];
  const remark = (one: ConfigRemark) => {
    if (!configRemarks.some(({ file }) => file === one.file)) configRemarks.push(one);
  };
  const { config, environment } = loadConfig({ root, env, overrides, remark });
  const logger = createLogger({ log: config.log, environment }, logTo);
  const requests = requestLines({ log: config.log, environment }, logTo);
  let kernel: BootedKernel | undefined;
  const guard = guardOf({ root, config, logger }, () => kernel);
  // From now on code of plugins runs, which may throw whenever it likes.
  guard.start();
  try {
    const ground = { root, modules, without, config };
    const { candidates, casualties } = survey(ground);
    // Brings a compiler along, which costs 20 MB: who exchanges nothing need not load it.
    const files = live ? new (await import('./live/live_files.ts')).LiveFiles(root, modules) : undefined;
    const context = { root, compiled: compiledFolder, config, env, overrides, remark, live: files };
    const loaded = await loadModules(candidates, context, casualties);
    const publicUrl = () => config.http.publicUrl ?? (kernel as BootedKernel).url;
    const own = { clock, config, environment, logger, meters: metersOf(logger), publicUrl };
    const exchangeable = files && { ground, context, files };
    const parts = { root, own, requests, watched, guard, configRemarks, casualties, loaded, live: exchangeable };
    return (kernel = new BootedKernel(parts));
  } catch (error) {
    guard.stop();
    throw error;
  }
}
