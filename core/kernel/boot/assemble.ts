import { resourceRecord } from '../records.ts';
import type { Services } from '../services.ts';
import { buildServices, type ServiceHouse } from './container.ts';
import { buildResources } from './build_resources.ts';
import { ModuleFault } from './fault.ts';
import { findFolders, type ModuleFolder } from './layers.ts';
import { loadModule, type LoadContext, type LoadedModule } from './load_module.ts';
import { intentOf, readManifest, type Intent } from './manifest.ts';
import { orderModules, type Candidate } from './order.ts';
import { resolveRoutes, type RouteTable } from './routes.ts';

/** A plugin that could not start, and why. */
export interface SetAside {
  readonly module: string;
  readonly reason: string;
  /** The same with its causes and their stacks, for the log. */
  readonly fault: Error;
  /** Addresses that it would have served, as far as they are known. */
  readonly addresses: readonly string[];
}

/** All modules put together: services built, routes resolved, nothing started yet. */
export interface Assembly {
  readonly modules: readonly LoadedModule[];
  readonly house: ServiceHouse;
  readonly table: RouteTable;
}

/** Services of the kernel's own, which every module may ask for. */
export type OwnServices = Pick<Services, 'clock' | 'config' | 'environment' | 'logger' | 'publicUrl'>;

/** What has to be known of a module to decide what becomes of its fault. */
type Accused = Pick<ModuleFolder, 'layer' | 'name'> & { readonly manifest: Intent };

/** Keeps the list of plugins that cannot start; a fault of anything else stops the start. */
export class Casualties {
  readonly #setAside = new Map<string, SetAside>();

  get list(): readonly SetAside[] {
    return [...this.#setAside.values()];
  }

  has({ layer, name }: Pick<ModuleFolder, 'layer' | 'name'>): boolean {
    return layer === 'plugins' && this.#setAside.has(name);
  }

  /** Sets the faulty plugin aside. @throws the fault itself when the start has to stop for it */
  add(thrown: unknown, modules: readonly Accused[], addresses: readonly string[] = []): void {
    const accused = thrown instanceof ModuleFault && modules.find(({ name }) => name === thrown.module);
    if (!accused || accused.layer !== 'plugins' || accused.manifest.onFailure === 'abort') throw thrown;
    const known = [`/plugins/${accused.name}`, ...(accused.manifest.mounts ?? []), ...addresses];
    this.#setAside.set(accused.name, { module: accused.name, reason: thrown.message, fault: thrown, addresses: known });
  }
}

/** Finds the modules of an installation, those aside that cannot be one. @throws ModuleFault of core or custom */
export function findModules(root: string, casualties: Casualties): Candidate[] {
  const { folders, refused } = findFolders(root);
  for (const fault of refused) casualties.add(fault, [{ layer: 'plugins', name: fault.module, manifest: {} }]);
  const core = new Set(folders.filter(({ layer }) => layer === 'core').map(({ name }) => name));
  return folders.flatMap((folder) => {
    try {
      if (folder.layer === 'plugins') refuseTakenName(folder.name, core);
      return [{ ...folder, manifest: readManifest(folder) }];
    } catch (error) {
      casualties.add(error, [{ ...folder, manifest: intentOf(folder) }]);
      return [];
    }
  });
}

function refuseTakenName(name: string, core: ReadonlySet<string>): void {
  if (!core.has(name) && name !== 'custom') return;
  throw new ModuleFault(name, `plugins/${name}`, 'this name belongs to a module of another layer; rename the plugin.');
}

/** Reads the files of the modules in order, plugins that cannot be read set aside. */
export async function loadModules(
  candidates: readonly Candidate[],
  context: LoadContext,
  casualties: Casualties,
): Promise<LoadedModule[]> {
  const loaded: LoadedModule[] = [];
  for (const candidate of candidates) {
    try {
      loaded.push(await loadModule(candidate, context));
    } catch (error) {
      casualties.add(error, candidates);
    }
  }
  return loaded;
}

/** Puts the modules together that are fit, setting one plugin aside at a time until the rest fits. */
export function assemble(loaded: readonly LoadedModule[], own: OwnServices, casualties: Casualties): Assembly {
  for (;;) {
    const fit = loaded.filter((module) => !casualties.has(module));
    try {
      const modules = orderModules(fit);
      const house = buildServices(modules, own);
      const resources = modules.flatMap((module) => module.resources);
      return { modules, house, table: resolveRoutes(buildResources(resources, house.services)) };
    } catch (error) {
      casualties.add(error, fit, addressesOf(error, fit));
    }
  }
}

/** Addresses that the module of a fault declares. */
export function addressesOf(fault: unknown, modules: readonly LoadedModule[]): string[] {
  const module = fault instanceof ModuleFault ? modules.find(({ name }) => name === fault.module) : undefined;
  return (module?.resources ?? []).flatMap(({ target }) => resourceRecord(target)?.address ?? []);
}
