import { sep } from 'node:path';
import type { Config } from '../../kernel/declare/config_schema.ts';
import { culpritIn } from './stack_attribution.ts';
import { Guard } from './guard.ts';
import type { Logger } from '../../kernel/declare/logger.ts';
import { compiledFolder } from '../loader/import_file.ts';
import type { ModuleFolder } from '../../kernel/modules/layers.ts';

// What stops longer than this after the requests have ended has lost its chance.
const STOP_MS = 10_000;

/** What an installation is before its modules are read. */
export interface Premises {
  readonly root: string;
  readonly config: Config;
  readonly logger: Logger;
}

/** What is made of them. */
interface Made {
  readonly modules: readonly ModuleFolder[];
  stop(): Promise<void>;
}

/** Makes the guard of an installation, which begins its work before there is a kernel. */
export function guardOf({ root, config, logger }: Premises, kernel: () => Made | undefined): Guard {
  const end = () => {
    logger.fatal('ending, because nothing is sure after an exception outside of plugins and custom');
    const patience = config.http.drainTimeout + STOP_MS;
    setTimeout(() => process.exit(1), patience).unref();
    void Promise.resolve(kernel()?.stop()).finally(() => process.exit(1));
  };
  const modules = () => kernel()?.modules ?? [];
  return new Guard({
    config: config.guard,
    logger,
    culpritIn: (stack) => culpritIn(stack, { root, compiled: compiledFolder, modules: modules() }),
    owns: ({ folder }) =>
      // Before there is a kernel, what runs is what it is made of; a failed plugin below the root runs on.
      kernel() === undefined || folder.startsWith(root + sep) || modules().some((one) => one.folder === folder),
    end,
  });
}
