import { sep } from 'node:path';
import type { Config } from '../kernel/base/config_schema.ts';
import { attributeStack } from './isolation/stack_attribution.ts';
import { PluginGuard } from './isolation/guard.ts';
import type { Logger } from '../kernel/base/logger.ts';
import { compiledFolder } from './loader/import_file.ts';
import type { ModuleFolder } from '../kernel/modules/layers.ts';

// Milliseconds added to `http.drainTimeout`. After both, the process exits even if services have not stopped.
const STOP_MS = 10_000;

/** Parts of an installation that exist before its modules are loaded. */
export interface GuardedInstallation {
  readonly root: string;
  readonly config: Config;
  readonly logger: Logger;
  readonly live: boolean;
}

/** Part of the kernel that the guard uses: `stop` is called after a fatal error. */
interface GuardedKernel {
  readonly modules: readonly ModuleFolder[];
  stop(): Promise<void>;
}

/** Creates the guard of an installation. @param kernel returns undefined while the kernel is being created */
export function createGuard(
  { root, config, logger, live }: GuardedInstallation,
  kernel: () => GuardedKernel | undefined,
): PluginGuard {
  const end = () => {
    logger.fatal(
      'the process ends, because the exception above, outside of plugins and custom, leaves it in an unknown state; report the exception',
    );
    const timeout = config.http.drainTimeout + STOP_MS;
    setTimeout(() => process.exit(1), timeout).unref();
    void Promise.resolve(kernel()?.stop()).finally(() => process.exit(1));
  };
  const modules = () => kernel()?.modules ?? [];
  return new PluginGuard({
    config: config.guard,
    logger,
    live,
    attributeStack: (stack, of) => attributeStack(stack, { root, compiled: compiledFolder, modules: modules() }, of),
    owns: ({ folder }) =>
      // While the kernel is being created, every module counts as its own. The path test includes failed plugins.
      kernel() === undefined || folder.startsWith(root + sep) || modules().some((one) => one.folder === folder),
    end,
  });
}
