import { isInstance } from '../declare/thrown.ts';
import type { StartRemark, UnloadedPlugin } from './disabled_plugins.ts';
import type { ModuleFolder } from './layers.ts';
import type { Intent } from './manifest.ts';
import { ModuleFault } from './module_fault.ts';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** A plugin that failed to start. */
export interface FailedPlugin {
  readonly module: string;
  readonly reason: string;
  /** The reason without paths of the machine and contents of files. */
  readonly publicReason: string;
  /** The error with its causes and stacks, for the log. */
  readonly fault: Error;
  /** Known addresses that it would serve. */
  readonly addresses: readonly string[];
}

/** Properties of a module that decide how its failure is handled. */
type FaultyModule = Pick<ModuleFolder, 'layer' | 'name'> & { readonly manifest: Intent };

/** Plugins that are left out deliberately. */
export interface MissingPlugins {
  /** Root of the installation. */
  readonly root: string;
  readonly disabled: readonly UnloadedPlugin[];
  /** Plugins excluded by the caller of the kernel. */
  readonly passedOver: readonly UnloadedPlugin[];
  readonly remarks: readonly StartRemark[];
}

/** Collects failed plugins; the failure of any other module stops the start. */
export class FailedPlugins {
  readonly #failed = new Map<string, FailedPlugin>();

  /** @param irreplaceable names of plugins whose failure stops the start */
  constructor(
    private readonly missing: MissingPlugins,
    private readonly irreplaceable: ReadonlySet<string> = new Set(),
  ) {}

  /** Plugins disabled by the configuration. */
  get disabled(): readonly UnloadedPlugin[] {
    return this.missing.disabled;
  }

  /** Remarks on plugins that are left out. */
  get remarks(): readonly StartRemark[] {
    return this.missing.remarks;
  }

  get list(): readonly FailedPlugin[] {
    return [...this.#failed.values()];
  }

  /** All plugins that are not running, for any reason. */
  get absent(): readonly UnloadedPlugin[] {
    return [...this.disabled, ...this.missing.passedOver, ...this.list];
  }

  has({ layer, name }: Pick<ModuleFolder, 'layer' | 'name'>): boolean {
    return layer === 'plugins' && this.#failed.has(name);
  }

  /** Keeps a plugin failed that had failed before. */
  carryOver(one: FailedPlugin): void {
    this.#failed.set(one.module, one);
  }

  /** Records the failure of a plugin. @throws the error itself when it has to stop the start */
  add(thrown: unknown, modules: readonly FaultyModule[], addresses: readonly string[] = []): void {
    const faulty = isInstance(thrown, ModuleFault) && modules.find(({ name }) => name === thrown.module);
    if (!faulty || faulty.layer !== 'plugins' || faulty.manifest.onFailure === 'abort') throw thrown;
    if (this.irreplaceable.has(faulty.name)) throw thrown;
    const known = [`/plugins/${faulty.name}`, ...(faulty.manifest.mounts ?? []), ...addresses];
    this.#failed.set(faulty.name, {
      module: faulty.name,
      reason: thrown.message,
      publicReason: publicReason(thrown.message, this.missing.root),
      fault: thrown,
      addresses: known,
    });
  }
}

const absolutePath = /(?<![\w.])(?:file:\/\/)?(\/[^/\s'"`(),;:]+)(?:\/[^/\s'"`(),;:]+)+/g;
// What the JSON parser quotes of a text.
const quotedText = /"[^]*"(?: is not valid JSON)/g;

/** A reason as anybody may read it: paths below the root only, and nothing of what files say. The log has all of it. */
export function publicReason(reason: string, root: string): string {
  return reason
    .replaceAll(`${pathToFileURL(root).href}/`, '')
    .replaceAll(`${root}/`, '')
    .replace(quotedText, 'it is not valid JSON')
    .replace(absolutePath, (path, top: string) => (isAddress(path, top) ? path : '<path>'));
}

/** An address of the API looks like a path, but no folder of this machine has its first word. */
function isAddress(path: string, top: string): boolean {
  return path.startsWith('/') && !existsSync(top);
}
