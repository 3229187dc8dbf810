import { relative } from 'node:path';
import { resourceRecord } from '../../kernel/declare/records.ts';
import { isInstance } from '../../kernel/declare/thrown.ts';
import type { ModuleFolder } from '../../kernel/modules/layers.ts';
import { ModuleFault } from '../../kernel/modules/module_fault.ts';
import { codeBelow } from '../files/module_files.ts';
import { readOwnFile } from '../../kernel/modules/own_file.ts';
import type {
  FailedPlugin,
  FailedPlugins as FailedPluginList,
  FaultyModule,
  UnloadedPlugin,
} from '../../kernel/modules/failed_plugins.ts';

/** Plugins that are left out deliberately. */
export interface LeftOutPlugins {
  readonly disabled: readonly UnloadedPlugin[];
  /** Plugins excluded by the option `without` when the kernel is created. */
  readonly excluded: readonly UnloadedPlugin[];
}

/** Collects failed plugins; the failure of any other module stops the start. */
export class FailedPlugins implements FailedPluginList {
  readonly #failed = new Map<string, FailedPlugin>();

  /** @param irreplaceable names of plugins whose failure stops the start */
  constructor(
    private readonly leftOut: LeftOutPlugins,
    private readonly irreplaceable: ReadonlySet<string> = new Set(),
  ) {}

  /** Plugins disabled by the configuration. */
  get disabled(): readonly UnloadedPlugin[] {
    return this.leftOut.disabled;
  }

  get list(): readonly FailedPlugin[] {
    return [...this.#failed.values()];
  }

  /** All plugins that are not running, for any reason. */
  get unloaded(): readonly UnloadedPlugin[] {
    return [...this.disabled, ...this.leftOut.excluded, ...this.list];
  }

  has({ layer, name }: Pick<ModuleFolder, 'layer' | 'name'>): boolean {
    return layer === 'plugins' && this.#failed.has(name);
  }

  /** Adds a plugin that failed before a reload, and whose files have not changed since. */
  carryOver(one: FailedPlugin): void {
    this.#failed.set(one.module, one);
  }

  /** Records the failure of a plugin. @throws the error itself when it has to stop the start */
  add(thrown: unknown, modules: readonly FaultyModule[]): void {
    const faulty = isInstance(thrown, ModuleFault) && modules.find(({ name }) => name === thrown.module);
    if (!faulty || faulty.layer !== 'plugins' || faulty.manifest.onFailure === 'abort') throw thrown;
    if (this.irreplaceable.has(faulty.name)) throw thrown;
    const { name: module, manifest } = faulty;
    const addresses = [`/plugins/${module}`, ...(manifest.mounts ?? []), ...addressesOf(faulty)];
    this.#failed.set(module, { module, reason: thrown.message, fault: thrown, addresses });
  }
}

function addressesOf({ folder, resources }: FaultyModule): string[] {
  return resources?.flatMap(({ target }) => resourceRecord(target)?.address ?? []) ?? writtenAddresses(folder);
}

const declaration = /(?:@resource|defineResource)\(\s*(['"`])(\/me\/[^'"`]*)\1/g;

/**
 * Finds addresses below `/me` in the source text of a plugin that failed to load. Other addresses need no search: they
 * begin with `/plugins/<name>`, or the manifest lists them.
 */
function writtenAddresses(folder: string): string[] {
  try {
    return codeBelow(folder).flatMap((file) =>
      Array.from(readOwnFile(folder, relative(folder, file)).matchAll(declaration), ([, , address = '']) => address),
    );
  } catch {
    // Unreadable files have been reported already.
    return [];
  }
}
