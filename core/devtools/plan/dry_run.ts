import { relative } from 'node:path';
import {
  ApiVersions,
  createKernel,
  declarationOf,
  pluginNameOf,
  reasonOf,
  type Declaration,
  type Kernel,
} from '../../hosting/internals.ts';
import type { KernelOptions, ModuleView, MountRecord, Route } from '../../hosting/internals.ts';
import { catalogueOf, type Catalogue, type OwnedTable } from '../../infrastructure/database/index.ts';
import { type BootOptions, trialSections } from '../../cli/index.ts';
import { compareUses, type ComparedUses } from '../uses/compare_uses.ts';
import { purposesIn, type Purposes } from './contributions.ts';

export interface Listener {
  readonly name: string;
  readonly events: readonly string[];
  readonly where: Readonly<Record<string, unknown>>;
  readonly transactional: boolean;
}

/** A route and its contract in each version of the API: access, input, answer and failures. */
export interface PromisedRoute {
  readonly route: Route;
  readonly declarations: ReadonlyMap<number, Declaration>;
}

/** Parts of a started installation that a plan compares. */
export interface Snapshot {
  readonly routes: readonly PromisedRoute[];
  readonly mounts: readonly MountRecord[];
  readonly modules: readonly ModuleView[];
  readonly failedPlugins: readonly { readonly module: string; readonly reason: string }[];
  readonly remarks: readonly string[];
  /** Descriptions of the contributions of each module. */
  readonly purposes: Readonly<Record<string, Purposes>>;
  readonly listeners: readonly Listener[];
  /** Undefined in an installation without the module `database`. */
  readonly catalogue: Catalogue | undefined;
  /** Tables and views with the modules that own them. */
  readonly tables: readonly OwnedTable[];
  /** What a module uses, compared with its manifest. */
  readonly usesOf: (module: ModuleView) => ComparedUses;
}

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

async function snapshotOf(kernel: Kernel, placed: (text: string) => string): Promise<Snapshot> {
  const { routes, services, modules, mounts, failedPlugins, remarks } = kernel;
  const { numbers } = new ApiVersions(services.config.http);
  const keepsDatabase = modules.some(({ name }) => name === 'database');
  const tables = keepsDatabase ? await services.migrations.tablesOf() : [];
  return {
    usesOf: (module) => compareUses(kernel, module, tables),
    routes: routes.map((route) => {
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
    purposes: purposesIn(kernel),
    listeners: services.contributions
      .of('subscribers')
      .map(({ name, events, where, transactional }) => ({ name, events, where, transactional })),
    catalogue: keepsDatabase ? await catalogueOf(services.database) : undefined,
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
