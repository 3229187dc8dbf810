import type { AppParts } from '../http/app.ts';
import type { FailedPlugins } from '../modules/failed_plugins.ts';
import type { Isolation } from '../modules/isolation.ts';
import type { Assembly } from './assemble.ts';
import type { Remark } from './running.ts';

/** State of a kernel, for the pages that show it. */
export interface Probes {
  readonly isReady: () => boolean;
  /** Services that cannot do their work, each with its module. */
  readonly check: () => Promise<readonly Remark[]>;
  /** What operators should know although the process can serve. */
  readonly remarks: () => readonly Remark[];
}

/** What an application is made for. */
export interface AppSubject {
  readonly assembly: Assembly;
  readonly failed: FailedPlugins;
  readonly probes: Probes;
}

/**
 * What the process around the kernel plugs into it, as data, when the kernel is created. Hooks of requests stand in
 * `http/request_hooks.ts`; the kernel imports nothing of what implements them.
 */
export interface KernelHooks {
  /** Runs code of modules while they are loaded and started. */
  readonly isolation: Isolation;
  /** Looks at an assembly before it starts. @throws Error, or ModuleFault of a plugin, when its settings are unsafe */
  readonly checkSettings: (assembly: Assembly) => Promise<void>;
  /** Makes what an application gets besides the API; called again when modules are replaced. */
  readonly app: (subject: AppSubject) => Pick<AppParts, 'hooks' | 'pages'>;
}
