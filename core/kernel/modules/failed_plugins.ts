import type { ResourceClass } from '../declare/resource_records.ts';
import type { ModuleFolder } from './layers.ts';
import type { Intent } from './manifest.ts';

/** A module that does not run: a failed plugin, or a module that the configuration or `createKernel` leaves out. */
export interface UnloadedPlugin {
  readonly module: string;
  /** Addresses that the module would serve, as far as they are known. */
  readonly addresses: readonly string[];
}

/** A plugin that could not be loaded, assembled or started. */
export interface FailedPlugin extends UnloadedPlugin {
  readonly reason: string;
  /** The error with its causes and stacks, for the log. */
  readonly fault: Error;
}

/** Properties of a module that decide how its fault is handled. */
export interface FaultyModule extends ModuleFolder {
  readonly manifest: Intent;
  /** Registrations of the services; undefined for a module that is not loaded. */
  readonly services?: object;
  readonly resources?: readonly { readonly target: ResourceClass; readonly file: string }[];
}

/** Modules that do not run. Collects the plugins that fail. */
export interface FailedPlugins {
  /** Plugins and optional modules of core that the configuration disables. */
  readonly disabled: readonly UnloadedPlugin[];
  readonly list: readonly FailedPlugin[];
  /** Disabled, excluded and failed modules. */
  readonly unloaded: readonly UnloadedPlugin[];
  has(module: Pick<ModuleFolder, 'layer' | 'name'>): boolean;
  /**
   * Adds the plugin of a ModuleFault to `list`, so that the caller can go on without the plugin. May add hints to the
   * message of the fault.
   * @throws `thrown` itself if no plugin is at fault, or the plugin must not be left out
   */
  leaveOutOrThrow(thrown: unknown, modules: readonly FaultyModule[]): void;
}
