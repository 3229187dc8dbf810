import { relative } from 'node:path';
import { resourceRecord } from '../../kernel/declare/resource_records.ts';
import { isInstance } from '../../kernel/base/thrown.ts';
import type { ModuleFolder } from '../../kernel/modules/layers.ts';
import { ModuleFault } from '../../kernel/modules/module_fault.ts';
import { codeBelow } from '../files/module_files.ts';
import { withIdleOverride } from './idle_override.ts';
import { readOwnFile } from '../../kernel/modules/own_file.ts';
import { attributeStack, type AttributionPlaces } from './stack_attribution.ts';
import { stackOf } from '../telemetry/log/error_stack.ts';
import type { FailedPlugin, FailedPlugins, FaultyModule, UnloadedPlugin } from '../../kernel/modules/failed_plugins.ts';
import { nearest } from '../../kernel/base/similar_names.ts';

declare module '../../kernel/modules/failed_plugins.ts' {
  interface FailedPlugin {
    /** Addresses of its pages outside the API, as found in its source texts. */
    readonly pages: readonly string[];
  }
}

/** Modules that are left out deliberately. */
export interface LeftOutPlugins {
  readonly disabled: readonly UnloadedPlugin[];
  /** Plugins excluded by the option `without` when the kernel is created. */
  readonly excluded: readonly UnloadedPlugin[];
}

/** Collects failed plugins. A fault of a module that must not be left out stops the start. */
export class FailedPluginRegistry implements FailedPlugins {
  readonly #failed = new Map<string, FailedPlugin>();

  /** @param irreplaceable names of plugins whose failure stops the start */
  constructor(
    private readonly places: Omit<AttributionPlaces, 'modules'>,
    private readonly leftOut: LeftOutPlugins,
    private readonly irreplaceable: ReadonlySet<string> = new Set(),
  ) {}

  /** Plugins and optional modules of core that the configuration disables. */
  get disabled(): readonly UnloadedPlugin[] {
    return this.leftOut.disabled;
  }

  get list(): readonly FailedPlugin[] {
    return [...this.#failed.values()];
  }

  /** Modules that do not run: disabled, excluded, or failed. */
  get unloaded(): readonly UnloadedPlugin[] {
    return [...this.disabled, ...this.leftOut.excluded, ...this.list];
  }

  has({ layer, name }: Pick<ModuleFolder, 'layer' | 'name'>): boolean {
    return layer === 'plugins' && this.#failed.has(name);
  }

  leaveOutOrThrow(thrown: unknown, modules: readonly FaultyModule[]): void {
    const faulty = isInstance(thrown, ModuleFault) && modules.find(({ name }) => name === thrown.module);
    if (faulty) {
      const unloaded = this.unloaded.map(({ module }) => module);
      const hinted = withNearName(thrown.message, { faulty: faulty.name, modules, unloaded });
      thrown.message = withIdleOverride(hinted, faulty, modules);
    }
    if (!faulty || faulty.layer !== 'plugins' || faulty.manifest.onFailure === 'abort') throw thrown;
    if (this.irreplaceable.has(faulty.name)) throw thrown;
    thrown.message = this.#withLine(thrown, faulty);
    const { name: module, manifest } = faulty;
    const texts = textsOf(faulty.folder);
    const addresses = [`/plugins/${module}`, ...(manifest.mounts ?? []), ...addressesOf(faulty, texts)];
    const pages = writtenPages(texts);
    this.#failed.set(module, { module, reason: thrown.message, fault: thrown, addresses, pages });
  }

  /** Adds the line of the plugin that threw the cause, if the message names none and the stack has one. */
  #withLine({ message, cause }: ModuleFault, module: FaultyModule): string {
    const { at = '', name } = attributeStack(stackOf(cause), { ...this.places, modules: [module] }) ?? {};
    if (name !== module.name || !/:\d+$/.test(at) || /:\d+\)/.test(message)) return message;
    return message.replace(/\.?$/, (end) => ` (${at})${end}`);
  }
}

function addressesOf({ resources }: FaultyModule, texts: readonly string[]): string[] {
  return resources?.flatMap(({ target }) => resourceRecord(target)?.address ?? []) ?? writtenAddresses(texts);
}

const pageAddress = /\baddress:\s*(['"`])((\/[\w-]+)+)\1/g;

/** Addresses in the source texts of a plugin that contributes pages. May include addresses of hooks and mounts. */
function writtenPages(texts: readonly string[]): string[] {
  if (!texts.some((text) => /\bcontributes\(\s*['"`]pages\b/.test(text))) return [];
  return texts.flatMap((text) => Array.from(text.matchAll(pageAddress), ([, , address = '']) => address));
}

const declaration = /(?:@resource|defineResource)\(\s*(['"`])(\/me\/[^'"`]*)\1/g;

/**
 * Finds addresses below `/me` in the source text of a plugin that failed to load. Other addresses need no search: they
 * begin with `/plugins/<name>`, or the manifest lists them.
 */
function writtenAddresses(texts: readonly string[]): string[] {
  return texts.flatMap((text) => Array.from(text.matchAll(declaration), ([, , address = '']) => address));
}

/** Source texts of a plugin; [] when a file cannot be read. */
function textsOf(folder: string): string[] {
  try {
    return codeBelow(folder).map((file) => readOwnFile(folder, relative(folder, file)));
  } catch {
    return [];
  }
}

const missingService = /(there is no service ")(\w+)"/;
const missingModule = /(requires the module ")([^"]+)"/;

interface Known {
  /** Name of the module with the fault. */
  readonly faulty: string;
  readonly modules: readonly FaultyModule[];
  /** Names of modules that do not run. A required name among these gets no suggestion. */
  readonly unloaded: readonly string[];
}

/** Adds the most similar existing name, if one is similar, to a message about a missing service or module. */
function withNearName(message: string, { faulty, modules, unloaded }: Known): string {
  const [, , required = ''] = missingModule.exec(message) ?? [];
  if (unloaded.includes(required)) return message;
  const services = () => modules.flatMap(({ services = {} }) => Object.keys(services));
  const others = () => modules.map(({ name }) => name).filter((name) => name !== faulty);
  return hinted(hinted(message, missingService, services), missingModule, others);
}

function hinted(message: string, missing: RegExp, present: () => readonly string[]): string {
  const [quoted, , name] = missing.exec(message) ?? [];
  const [near] = quoted === undefined ? [] : nearest(name as string, present(), 1);
  return near === undefined ? message : message.replace(missing, `$& (is "${near}" meant?)`);
}
