import { relative } from 'node:path';
import {
  ApiVersions,
  createKernel,
  declarationOf,
  pluginNameOf,
  reasonOf,
  type Declaration,
  type Kernel,
  type KernelOptions,
  type ModuleView,
  type Route,
} from '../../hosting/internals.ts';
import { catalogueOf } from '../../infrastructure/database/index.ts';
import { hasDatabase, trialSections, type BootOptions } from '../../cli/index.ts';
import { compareUses, ownedTablesIn } from '../uses/compare_uses.ts';
import { purposesIn } from './contributions.ts';

/** A route and its contract in each version of the API: access, input, answer and failures. */
export interface PromisedRoute {
  readonly route: Route;
  readonly declarations: ReadonlyMap<number, Declaration>;
}

/** Parts of a started installation that a plan compares. */
export type Snapshot = Awaited<ReturnType<typeof snapshotOf>>;
export type Listener = Snapshot['listeners'][number];

/** An installation that does not start, and the reason. */
export interface Refusal {
  readonly refused: string;
}

/** Folders of modules to add, and names of modules to leave out. */
export type Modules = Pick<KernelOptions, 'without'> & { readonly modules?: readonly string[] };

/**
 * Starts an installation on a database in memory, inspects and stops the installation. The real database is not touched,
 * no job runs, and no event is delivered. Other effects of starting services do occur.
 */
export async function dryRun({ root, env }: BootOptions, modules: Modules): Promise<Snapshot | Refusal> {
  let kernel: Kernel | undefined;
  try {
    const config = { demo: false, log: { level: 'silent' }, modules: trialSections(root) };
    kernel = await createKernel({ root, env, ...modules, config, logTo: silence });
    await kernel.start();
    return await snapshotOf(kernel, placesIn(root, modules));
  } catch (error) {
    return { refused: placesIn(root, modules)(reasonOf(error)) };
  } finally {
    await kernel?.stop();
  }
}

const silence = { write: () => undefined };

/** Returns a function that replaces paths of the planned folders by their future paths in `plugins/`. */
function placesIn(root: string, { modules = [] }: Modules): (text: string) => string {
  const moves = modules.map((folder) => [`${relative(root, folder)}/`, `plugins/${pluginNameOf(folder)}/`] as const);
  return (text) => moves.reduce((moved, [from, to]) => moved.replaceAll(from, to), text);
}

async function snapshotOf(kernel: Kernel, placed: (text: string) => string) {
  const { routes, services, modules, mounts, failedPlugins, remarks } = kernel;
  const { numbers } = new ApiVersions(services.config.http);
  const tables = await ownedTablesIn(kernel);
  return {
    /** What a module uses, compared with its manifest. */
    usesOf: (module: ModuleView) => compareUses(kernel, module, tables),
    routes: routes.map((route): PromisedRoute => {
      const declarations = numbers.map((version) => {
        const inVersion = { ...route, ...route.former?.get(version) };
        return [version, movedTerms(declarationOf(inVersion, services), placed)] as const;
      });
      return { route: movedRoute(route, placed), declarations: new Map(declarations) };
    }),
    mounts: mounts.map((mount) => ({ ...mount, file: placed(mount.file) })),
    modules,
    failedPlugins: failedPlugins.map(({ module, reason }) => ({ module, reason: placed(reason) })),
    remarks: remarks.map(({ file, message }) => placed(`${file}: ${message}`)),
    /** Descriptions of the contributions of each module. */
    purposes: purposesIn(kernel),
    listeners: services.contributions
      .of('subscribers')
      .map(({ name, events, where, transactional }) => ({ name, events, where, transactional })),
    /** Undefined in an installation without the module `database`. */
    catalogue: hasDatabase(kernel) ? await catalogueOf(services.database) : undefined,
    /** Tables and views with the modules that own them. */
    tables,
  };
}

/** Replaces paths in a declaration: fields that a module adds to answers name the file of the module. */
function movedTerms<T>(terms: T, placed: (text: string) => string): T {
  if (typeof terms === 'string') return placed(terms) as T;
  if (typeof terms !== 'object' || terms === null) return terms;
  if (Array.isArray(terms)) return terms.map((one: unknown) => movedTerms(one, placed)) as T;
  return Object.fromEntries(Object.entries(terms).map(([key, one]) => [key, movedTerms(one as unknown, placed)])) as T;
}

function movedRoute(route: Route, placed: (text: string) => string): Route {
  const overridden = route.overridden.map((one) => movedRoute(one, placed));
  return { ...route, file: placed(route.file), overridden };
}
