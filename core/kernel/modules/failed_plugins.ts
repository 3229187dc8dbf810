import type { ResourceClass } from '../declare/resource_records.ts';
import type { ModuleFolder } from './layers.ts';
import type { Intent } from './manifest.ts';

/** A plugin, or an optional module of core, that does not run: failed, disabled, or excluded. */
export interface UnloadedPlugin {
  readonly module: string;
  /** Addresses that the module would serve, as far as its manifest and its resources show them. */
  readonly addresses: readonly string[];
}

/** A plugin that failed to start. */
export interface FailedPlugin extends UnloadedPlugin {
  readonly reason: string;
  /** The error with its causes and stacks, for the log. */
  readonly fault: Error;
}

/** Properties of a module that decide how its fault is handled. */
export interface FaultyModule extends ModuleFolder {
  readonly manifest: Intent;
  /** Services and resources; undefined for a module that is not loaded. */
  readonly services?: object;
  readonly resources?: readonly { readonly target: ResourceClass; readonly file: string }[];
}

/** Collects failed plugins, in addition to the disabled ones. A fault of any other module stops the start. */
export interface FailedPlugins {
  /** Plugins and optional modules of core that the configuration disables. */
  readonly disabled: readonly UnloadedPlugin[];
  readonly list: readonly FailedPlugin[];
  /** All plugins that are not running, for any reason. */
  readonly unloaded: readonly UnloadedPlugin[];
  has(module: Pick<ModuleFolder, 'layer' | 'name'>): boolean;
  /**
   * Adds the plugin of a ModuleFault to `list`, so that the caller can go on without the plugin. Appends hints to the
   * message of the fault.
   * @throws `thrown` itself if no plugin is at fault, or the plugin must not be left out
   */
  leaveOutOrThrow(thrown: unknown, modules: readonly FaultyModule[]): void;
}
