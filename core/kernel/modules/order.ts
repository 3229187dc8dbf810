import semver from 'semver';
import { ModuleFault } from './module_fault.ts';
import { manifestFile, type Manifest } from './manifest.ts';
import { layers, type ModuleFolder } from './layers.ts';

/** A module with its manifest, before it is loaded. */
export interface Candidate extends ModuleFolder {
  readonly manifest: Manifest;
}

/**
 * Orders modules by layer, then dependencies before dependents, then by name.
 * @param disabled names of plugins that are disabled by the configuration
 * @throws ModuleFault for the first module whose requirement is missing or circular
 */
export function orderModules<M extends Candidate>(modules: readonly M[], disabled: readonly string[] = []): M[] {
  const byName = new Map(modules.map((module) => [module.name, module]));
  for (const module of modules) refuseMissing(module, byName, disabled);
  const forerunners = forerunnersIn(modules);
  const ordered = new Set<M>();
  const visit = (module: M, path: readonly M[]) => {
    if (ordered.has(module)) return;
    if (path.includes(module)) throw circle([...path.slice(path.indexOf(module)), module]);
    const { requires = {}, after = [] } = module.manifest;
    const named = [...Object.keys(requires), ...after, ...(forerunners.get(module.name) ?? [])];
    for (const name of predecessors(module, named, byName)) visit(byName.get(name) as M, [...path, module]);
    ordered.add(module);
  };
  const rank = ({ layer }: M) => layers.indexOf(layer);
  const start = [...modules].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  for (const module of start) visit(module, []);
  return [...ordered];
}

/** Modules that declare `before`, by the name of the later module. */
function forerunnersIn(modules: readonly Candidate[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, manifest } of modules)
    for (const later of manifest.before ?? []) found.set(later, [...(found.get(later) ?? []), name]);
  return found;
}

/** Named modules that exist and are in the same or an earlier layer; sorted for a deterministic order. */
function predecessors(
  { layer }: Candidate,
  named: readonly string[],
  byName: ReadonlyMap<string, Candidate>,
): readonly string[] {
  const isDue = (other?: Candidate) => other !== undefined && layers.indexOf(other.layer) <= layers.indexOf(layer);
  return [...new Set(named)].filter((name) => isDue(byName.get(name))).sort();
}

function refuseMissing(module: Candidate, byName: ReadonlyMap<string, Candidate>, disabled: readonly string[]): void {
  for (const [name, range] of Object.entries(module.manifest.requires ?? {})) {
    if (!byName.has(name) && disabled.includes(name)) throw requiresDisabled(module, name);
    const problem = requirementProblem(module, byName.get(name), { name, range });
    if (problem) throw new ModuleFault(module.name, manifestFile(module), problem);
  }
}

function requiresDisabled(module: Candidate, name: string): ModuleFault {
  const problem = `it requires the plugin "${name}", which is disabled; enable it (lectern plugin enable ${name}), or disable this one, too.`;
  return new ModuleFault(module.name, manifestFile(module), problem);
}

function requirementProblem(
  module: Candidate,
  found: Candidate | undefined,
  { name, range }: { name: string; range: string },
): string | undefined {
  if (!found) return `it requires the module "${name}" (${range}), which is missing or failed to start; add or fix it.`;
  if (layers.indexOf(found.layer) > layers.indexOf(module.layer)) {
    return `it requires "${name}" of the later layer ${found.layer}; a module may only require its own layer or an earlier one.`;
  }
  const { version } = found.manifest;
  return semver.satisfies(version, range)
    ? undefined
    : `it requires "${name}" ${range} but ${version} is installed; install a version that fits.`;
}

function circle(path: readonly Candidate[]): ModuleFault {
  const last = path.at(-1) as Candidate;
  const names = path.map(({ name }) => name).join(' -> ');
  return new ModuleFault(
    last.name,
    manifestFile(last),
    `these modules have to start before each other: ${names}; remove one entry of "requires", "before" or "after".`,
  );
}
