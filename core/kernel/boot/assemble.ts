import { resourceRecord } from '../records.ts';
import type { Services } from '../services.ts';
import { buildServices, type ServiceHouse, type Succession } from './container.ts';
import { buildResources } from './build_resources.ts';
import type { UnloadedPlugin } from './disabled.ts';
import { isInstance, ModuleFault } from './fault.ts';
import { findFolders, type ModuleFolder, type ModulePlaces } from './layers.ts';
import { loadModule, type LoadContext, type LoadedModule } from './load_module.ts';
import { intentOf, readManifest, type Intent } from './manifest.ts';
import { orderModules, type Candidate } from './order.ts';
import { resolveMounts, type MountRecord } from './mounts.ts';
import { publicReason } from './public_reason.ts';
import { applyRouteSettings } from './route_settings.ts';
import { resolveRoutes, type RouteRemark, type RouteTable } from './routes.ts';
import { writtenAddresses } from './written_addresses.ts';

/** A plugin that could not start, and why. */
export interface SetAside {
  readonly module: string;
  readonly reason: string;
  /** The same without paths of the machine and contents of files. */
  readonly publicReason: string;
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
  readonly mounts: readonly MountRecord[];
}

/** What is put together. */
export interface AssemblyParts {
  readonly own: OwnServices;
  readonly casualties: Casualties;
  readonly loaded: readonly LoadedModule[];
}

/** Services of the kernel's own, which every module may ask for. */
export type OwnServices = Pick<Services, 'clock' | 'config' | 'environment' | 'logger' | 'meters' | 'publicUrl'>;

/** What has to be known of a module to decide what becomes of its fault. */
type Accused = Pick<ModuleFolder, 'layer' | 'name'> & { readonly manifest: Intent };

/** Plugins that are not loaded on purpose. */
export interface MissingPlugins {
  /** Root of the installation. */
  readonly root: string;
  readonly disabled: readonly UnloadedPlugin[];
  /** Those that the caller of the kernel wants to do without. */
  readonly passedOver: readonly UnloadedPlugin[];
  readonly remarks: readonly RouteRemark[];
}

/** Keeps the list of plugins that cannot start; a fault of anything else stops the start. */
export class Casualties {
  readonly #setAside = new Map<string, SetAside>();

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
  get remarks(): readonly RouteRemark[] {
    return this.missing.remarks;
  }

  get list(): readonly SetAside[] {
    return [...this.#setAside.values()];
  }

  /** Every plugin that is not at work, whatever the reason. */
  get absent(): readonly UnloadedPlugin[] {
    return [...this.disabled, ...this.missing.passedOver, ...this.list];
  }

  has({ layer, name }: Pick<ModuleFolder, 'layer' | 'name'>): boolean {
    return layer === 'plugins' && this.#setAside.has(name);
  }

  /** Leaves a plugin aside that was so before. */
  carryOver(one: SetAside): void {
    this.#setAside.set(one.module, one);
  }

  /** Sets the faulty plugin aside. @throws the fault itself when the start has to stop for it */
  add(thrown: unknown, modules: readonly Accused[], addresses: readonly string[] = []): void {
    const accused = isInstance(thrown, ModuleFault) && modules.find(({ name }) => name === thrown.module);
    if (!accused || accused.layer !== 'plugins' || accused.manifest.onFailure === 'abort') throw thrown;
    if (this.irreplaceable.has(accused.name)) throw thrown;
    const known = [`/plugins/${accused.name}`, ...(accused.manifest.mounts ?? []), ...addresses];
    this.#setAside.set(accused.name, {
      module: accused.name,
      reason: thrown.message,
      publicReason: publicReason(thrown.message, this.missing.root),
      fault: thrown,
      addresses: known,
    });
  }
}

/** Finds the modules of an installation, those aside that cannot be one. @throws ModuleFault of core or custom */
export function findModules(places: ModulePlaces, casualties: Casualties): Candidate[] {
  const { folders, refused } = findFolders(places);
  for (const fault of refused) casualties.add(fault, [{ layer: 'plugins', name: fault.module, manifest: {} }]);
  const core = new Set(folders.filter(({ layer }) => layer === 'core').map(({ name }) => name));
  return folders.flatMap((folder) => {
    try {
      if (folder.layer === 'plugins') refuseTakenName(folder.name, core);
      return [{ ...folder, manifest: readManifest(folder) }];
    } catch (error) {
      casualties.add(error, [{ ...folder, manifest: intentOf(folder) }], writtenAddresses(folder));
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
      casualties.add(error, candidates, writtenAddresses(candidate));
    }
  }
  return loaded;
}

/** Puts the modules together that are fit, setting one plugin aside at a time until the rest fits. */
export function assemble({ loaded, own, casualties }: AssemblyParts, succession?: Succession): Assembly {
  for (;;) {
    const fit = loaded.filter((module) => !casualties.has(module));
    try {
      const disabled = casualties.disabled.map(({ module }) => module);
      const modules = orderModules(fit, disabled);
      const house = buildServices(modules, own, succession);
      const resources = modules.flatMap((module) => module.resources);
      const table = resolveRoutes(buildResources(resources, house.services));
      const mounts = resolveMounts(modules, house, table.routes);
      return { modules, house, table: applyRouteSettings(table, own.config.routes, casualties.absent), mounts };
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
