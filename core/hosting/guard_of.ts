import { sep } from 'node:path';
import type { Config } from '../kernel/declare/config_schema.ts';
import { attributeStack } from './isolation/stack_attribution.ts';
import { Guard } from './isolation/guard.ts';
import type { Logger } from '../kernel/declare/logger.ts';
import { compiledFolder } from './loader/import_file.ts';
import type { ModuleFolder } from '../kernel/modules/layers.ts';

// Time to stop after the requests have ended; the process exits after it.
const STOP_MS = 10_000;

/** An installation before its modules are loaded. */
export interface GuardedInstallation {
  readonly root: string;
  readonly config: Config;
  readonly logger: Logger;
}

/** The kernel of the installation. */
interface GuardedKernel {
  readonly modules: readonly ModuleFolder[];
  stop(): Promise<void>;
}

/** Creates the guard of an installation. The guard starts before the kernel exists. */
export function guardOf({ root, config, logger }: GuardedInstallation, kernel: () => GuardedKernel | undefined): Guard {
  const end = () => {
    logger.fatal('ending, because an exception outside of plugins and custom leaves an undefined state');
    const timeout = config.http.drainTimeout + STOP_MS;
    setTimeout(() => process.exit(1), timeout).unref();
    void Promise.resolve(kernel()?.stop()).finally(() => process.exit(1));
  };
  const modules = () => kernel()?.modules ?? [];
  return new Guard({
    config: config.guard,
    logger,
    attributeStack: (stack) => attributeStack(stack, { root, compiled: compiledFolder, modules: modules() }),
    owns: ({ folder }) =>
      // Modules that run before the kernel exists belong to it. The path test includes failed plugins that still run.
      kernel() === undefined || folder.startsWith(root + sep) || modules().some((one) => one.folder === folder),
    end,
  });
}
