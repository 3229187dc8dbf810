import semver from 'semver';
import { ModuleFault } from './module_fault.ts';
import { manifestFile, type Manifest } from './manifest.ts';
import type { CodeModule } from './code_module.ts';
import { layers, type ModuleFolder } from './layers.ts';

/** A discovered module with its manifest, before its files are loaded. */
export interface ModuleCandidate extends ModuleFolder {
  readonly manifest: Manifest;
  /** The module itself, if it is given as code and has no files. */
  readonly code?: CodeModule;
}

/** Whether the manifests order `later` after `earlier`, directly or through other modules. */
export type Ordering<M> = (later: M, earlier: M) => boolean;

/**
 * Orders modules by layer, then by `requires`, `after` and `before`, then by name.
 * @param disabled names of disabled modules, for the message of an unmet requirement
 * @throws ModuleFault for the first module with an unmet requirement, and for modules that have to precede each other
 */
export function orderModules<M extends ModuleCandidate>(modules: readonly M[], disabled: readonly string[] = []): M[] {
  const byName = new Map(modules.map((module) => [module.name, module]));
  for (const module of modules) refuseMissing(module, byName, disabled);
  const predecessorsOf = predecessorsIn(modules);
  const ordered = new Set<M>();
  const visit = (module: M, path: readonly M[]) => {
    if (ordered.has(module)) return;
    if (path.includes(module)) throw circle([...path.slice(path.indexOf(module)), module]);
    for (const one of predecessorsOf(module)) visit(one, [...path, module]);
    ordered.add(module);
  };
  for (const module of sorted(modules)) visit(module, []);
  return [...ordered];
}

export function orderingOf<M extends ModuleCandidate>(modules: readonly M[]): Ordering<M> {
  const predecessorsOf = predecessorsIn(modules);
  return (later, earlier) => {
    const before = new Set(predecessorsOf(later));
    // The loop also visits modules that it adds to the set.
    for (const module of before) for (const one of predecessorsOf(module)) before.add(one);
    return before.has(earlier);
  };
}

/** Returns a function that finds the declared predecessors of a module in its own and earlier layers. */
function predecessorsIn<M extends ModuleCandidate>(modules: readonly M[]): (module: M) => readonly M[] {
  const isNamed = (module: M, { name, manifest }: M) => {
    const { requires = {}, after = [] } = module.manifest;
    return Object.hasOwn(requires, name) || after.includes(name) || (manifest.before ?? []).includes(module.name);
  };
  const byRank = sorted(modules);
  return (module) => byRank.filter((one) => rankOf(one) <= rankOf(module) && isNamed(module, one));
}

function sorted<M extends ModuleCandidate>(modules: readonly M[]): M[] {
  return [...modules].sort((a, b) => rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1));
}

function rankOf({ layer }: ModuleCandidate): number {
  return layers.indexOf(layer);
}

function refuseMissing(
  module: ModuleCandidate,
  byName: ReadonlyMap<string, ModuleCandidate>,
  disabled: readonly string[],
): void {
  for (const [name, range] of Object.entries(module.manifest.requires ?? {})) {
    if (!byName.has(name) && disabled.includes(name)) throw requiresDisabled(module, name);
    const problem = requirementProblem(module, byName.get(name), { name, range });
    if (problem) throw new ModuleFault(module.name, manifestFile(module), problem);
  }
}

function requiresDisabled(module: ModuleCandidate, name: string): ModuleFault {
  const problem = `it requires the module "${name}", which is disabled; enable it (lectern plugin enable ${name}), or disable this module, too.`;
  return new ModuleFault(module.name, manifestFile(module), problem);
}

function requirementProblem(
  module: ModuleCandidate,
  found: ModuleCandidate | undefined,
  { name, range }: { name: string; range: string },
): string | undefined {
  if (!found)
    return `it requires the module "${name}" (${range}), which is missing or failed to start; add it, or its package to "dependencies" of package.json, or fix it.`;
  if (rankOf(found) > rankOf(module)) {
    return `it requires "${name}" of the later layer ${found.layer}; a module may only require modules of its own or an earlier layer; remove the requirement.`;
  }
  const { version } = found.manifest;
  return semver.satisfies(version, range)
    ? undefined
    : `it requires "${name}" ${range} but ${version} is installed; install a version that fits.`;
}

function circle(path: readonly ModuleCandidate[]): ModuleFault {
  const last = path.at(-1) as ModuleCandidate;
  const names = path.map(({ name }) => name).join(' -> ');
  return new ModuleFault(
    last.name,
    manifestFile(last),
    `these modules have to start before each other: ${names}; remove one entry of "requires", "before" or "after".`,
  );
}
