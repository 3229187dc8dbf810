import { canonOf } from '../declare/inflection.ts';
import { isInstance } from '../declare/thrown.ts';
import type { StartRemark, UnloadedPlugin } from './disabled_plugins.ts';
import type { ModuleFolder } from './layers.ts';
import type { Intent } from './manifest.ts';
import { ModuleFault } from './module_fault.ts';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** A plugin that could not start, and why. */
export interface FailedPlugin {
  readonly module: string;
  readonly reason: string;
  /** The same without paths of the machine and contents of files. */
  readonly publicReason: string;
  /** The same with its causes and their stacks, for the log. */
  readonly fault: Error;
  /** Addresses that it would have served, as far as they are known. */
  readonly addresses: readonly string[];
}

/** What has to be known of a module to decide what becomes of its fault. */
type Accused = Pick<ModuleFolder, 'layer' | 'name'> & { readonly manifest: Intent };

/** Plugins that are not loaded on purpose. */
export interface MissingPlugins {
  /** Root of the installation. */
  readonly root: string;
  readonly disabled: readonly UnloadedPlugin[];
  /** Those that the caller of the kernel wants to do without. */
  readonly passedOver: readonly UnloadedPlugin[];
  readonly remarks: readonly StartRemark[];
}

/** Keeps the list of plugins that cannot start; a fault of anything else stops the start. */
export class FailedPlugins {
  readonly #failed = new Map<string, FailedPlugin>();

  /** @param irreplaceable names of plugins that must not be set aside */
  constructor(
    private readonly missing: MissingPlugins,
    private readonly irreplaceable: ReadonlySet<string> = new Set(),
  ) {}

  /** Plugins that the configuration keeps from being loaded. */
  get disabled(): readonly UnloadedPlugin[] {
    return this.missing.disabled;
  }

  /** What there is to say of the plugins that are not loaded. */
  get remarks(): readonly StartRemark[] {
    return this.missing.remarks;
  }

  get list(): readonly FailedPlugin[] {
    return [...this.#failed.values()];
  }

  /** Every plugin that is not at work, whatever the reason. */
  get absent(): readonly UnloadedPlugin[] {
    return [...this.disabled, ...this.missing.passedOver, ...this.list];
  }

  has({ layer, name }: Pick<ModuleFolder, 'layer' | 'name'>): boolean {
    return layer === 'plugins' && this.#failed.has(name);
  }

  /** Leaves a plugin aside that was so before. */
  carryOver(one: FailedPlugin): void {
    this.#failed.set(one.module, one);
  }

  /** Sets the faulty plugin aside. @throws the fault itself when the start has to stop for it */
  add(thrown: unknown, modules: readonly Accused[], addresses: readonly string[] = []): void {
    const accused = isInstance(thrown, ModuleFault) && modules.find(({ name }) => name === thrown.module);
    if (!accused || accused.layer !== 'plugins' || accused.manifest.onFailure === 'abort') throw thrown;
    if (this.irreplaceable.has(accused.name)) throw thrown;
    const known = [`/plugins/${accused.name}`, ...(accused.manifest.mounts ?? []), ...addresses];
    this.#failed.set(accused.name, {
      module: accused.name,
      reason: thrown.message,
      publicReason: publicReason(thrown.message, this.missing.root),
      fault: thrown,
      addresses: known,
    });
  }
}

/** Says which plugin would have served a path, by the addresses that are known of those set aside. */
export function setAsideFinder(list: readonly UnloadedPlugin[]): (path: string) => string | undefined {
  const known = list.flatMap(({ module, addresses }) =>
    addresses.map((address) => ({ module, words: wordsOf(address) })),
  );
  return (path) => {
    if (known.length === 0) return undefined;
    const asked = wordsOf(path.replace(/^\/api/, ''));
    return known.find(({ words }) => words.every((word, index) => fits(word, asked[index])))?.module;
  };
}

function wordsOf(address: string): string[] {
  return canonOf(address).split('/').slice(1);
}

function fits(word: string, asked: string | undefined): boolean {
  return word === asked || (word === '{}' && asked !== undefined);
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
