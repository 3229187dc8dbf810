import { sep } from 'node:path';
import type { Config } from '../kernel/base/config_schema.ts';
import { attributeStack } from './isolation/stack_attribution.ts';
import { PluginGuard, type GuardParts } from './isolation/guard.ts';
import type { HostRefusal } from './isolation/process/guarded_fetch.ts';
import type { Logger } from '../kernel/base/logger.ts';
import { compiledFolder } from './loader/import_file.ts';
import type { ModuleCandidate } from '../kernel/modules/order.ts';
import { comparedUses, covers, undeclared } from '../kernel/modules/uses.ts';

// Milliseconds added to `http.drainTimeout`. After both, the process exits even if services have not stopped.
const STOP_MS = 10_000;

/** Parts of an installation that exist before its modules are loaded. */
export interface GuardedInstallation {
  readonly root: string;
  readonly config: Config;
  readonly logger: Logger;
  readonly live: boolean;
}

type GuardedModule = Pick<ModuleCandidate, 'folder' | 'layer' | 'manifest' | 'name'>;

/** Part of the kernel that the guard uses: `stop` is called after a fatal error. */
interface GuardedKernel {
  readonly modules: readonly GuardedModule[];
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
  const attribute = (stack: string, of?: string) =>
    attributeStack(stack, { root, compiled: compiledFolder, modules: modules() }, of);
  return new PluginGuard({
    config: config.guard,
    logger,
    live,
    attributeStack: attribute,
    refuseHost: hostRefusal(attribute, kernel),
    owns: ({ folder }) =>
      // While the kernel is being created, every module counts as its own. The path test includes failed plugins.
      kernel() === undefined || folder.startsWith(root + sep) || modules().some((one) => one.folder === folder),
    end,
  });
}

/** Refuses plugins requests to hosts that their `uses` does not name. Code of their tests may reach any host. */
function hostRefusal(attribute: GuardParts['attributeStack'], kernel: () => GuardedKernel | undefined): HostRefusal {
  const callerAt = (line: string, modules: readonly GuardedModule[]) => {
    const { layer, name = '', at: file = '' } = attribute(line) ?? {};
    const module = modules.find((one) => one.layer === layer && one.name === name);
    return { name, file, uses: module && !file.includes('/test/') ? comparedUses(module) : undefined };
  };
  // By line of a stack, because an attribution reads folders.
  const callers = new Map<string, ReturnType<typeof callerAt>>();
  return (host, line) => {
    const created = kernel();
    if (!created) return undefined;
    const caller = callers.get(line) ?? callerAt(line, created.modules);
    callers.set(line, caller);
    const thing = { kind: 'hosts', name: host, file: caller.file } as const;
    return caller.uses && !covers(caller.uses, thing) ? undeclared(caller.name, thing) : undefined;
  };
}
