import { systemClock } from '../clock.ts';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import { createLogger, requestLines, type LogDestination } from '../log.ts';
import { Casualties, findModules, loadModules } from './assemble.ts';
import { compiledFolder } from './import_file.ts';
import { BootedKernel, type Kernel } from './kernel.ts';

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
}: KernelOptions): Promise<Kernel> {
  const { config, environment } = loadConfig({ root, env, overrides });
  const logger = createLogger(config.log.level, logTo);
  const requests = requestLines(config.log.level, logTo);
  const casualties = new Casualties();
  const candidates = findModules(root, casualties);
  refuseUnknownSections(config, [
    ...candidates.map(({ name }) => name),
    ...casualties.list.map(({ module }) => module),
  ]);
  const loaded = await loadModules(candidates, { root, compiled: compiledFolder, config, env, overrides }, casualties);
  const publicUrl = () => config.http.publicUrl ?? kernel.url;
  const own = { clock: systemClock, config, environment, logger, publicUrl };
  const kernel = new BootedKernel({ root, own, requests, casualties, loaded });
  return kernel;
}

function refuseUnknownSections({ modules }: Config, names: readonly string[]): void {
  const unknown = Object.keys(modules).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const mend = 'remove it or correct its name';
  throw new Error(`Configuration: "modules.${unknown}" names a module that is not there; ${mend}.`);
}
