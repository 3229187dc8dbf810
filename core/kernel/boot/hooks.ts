import type { WriteContext } from '../base/value_writers.ts';
import type { AppParts } from '../http/app_parts.ts';
import type { LimitsByCaller } from '../http/input/body.ts';
import type { FailedPlugins } from '../modules/failed_plugins.ts';
import type { Isolation } from '../modules/isolation.ts';
import type { Assembly } from '../routes/assembly.ts';
import type { AssemblyHooks } from './assemble.ts';
import type { ModuleService } from './running_services.ts';

/** State of a kernel, for health pages. */
export interface Probes {
  readonly isReady: () => boolean;
  /** Running services; none before the start has ended. */
  readonly services: () => readonly ModuleService[];
}

/** Argument of the hook `app`; `limits`, `write` and `vary` are those of `AppParts`. */
export interface AppSubject {
  readonly assembly: Assembly;
  readonly failed: FailedPlugins;
  readonly probes: Probes;
  readonly limits: LimitsByCaller;
  readonly write: WriteContext;
  readonly vary: string;
  readonly publicPath: string;
}

/**
 * Hooks that hosting passes to a new kernel; the kernel does not import their implementations. Request hooks are
 * declared in `http/request_hooks.ts`.
 */
export interface KernelHooks extends AssemblyHooks {
  readonly isolation: Isolation;
  /** Called before services start. @throws Error for a refused setting; ModuleFault for one of a plugin */
  readonly checkSettings: (assembly: Assembly) => Promise<void>;
  /** Creates request hooks and pages of the application. Called again when a plugin has failed at the start. */
  readonly app: (subject: AppSubject) => Pick<AppParts, 'hooks' | 'pages'>;
}
