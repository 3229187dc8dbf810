import type { Replaceable } from '../../kernel/container/service_registry.ts';
import { startWithIsolation, type Generation } from '../../kernel/boot/start_with_isolation.ts';
import { discoverModules, type InstallationPaths } from '../loader/discover_modules.ts';
import type { FailedPluginRegistry } from '../isolation/failed_plugin_registry.ts';
import { loadModules, type LoadContext, type LoadedModule } from '../../kernel/modules/load_module.ts';
import type { LiveFiles } from './live_files.ts';

export interface LiveModules {
  readonly paths: InstallationPaths;
  readonly context: LoadContext;
  readonly files: LiveFiles;
}

/** Input of a reload: the running generation, the changed modules, and the switch to the next generation. */
export interface Change {
  readonly before: Generation;
  /** Names of the modules whose files were changed, added or removed. */
  readonly names: ReadonlySet<string>;
  readonly live: LiveModules;
  readonly exchange: (next: Generation) => Promise<void>;
}

/**
 * Builds the next generation while the present one runs. Changed modules and their importers are loaded again. Services
 * with changed dependencies are rebuilt and started; other services stay.
 * @throws ModuleFault when a running module would be lost; other errors of the start or of `exchange`. The running
 * generation then stays
 */
export async function nextGeneration({ before, names, live, exchange }: Change): Promise<void> {
  const { paths, context, files } = live;
  const changed = files.withImporters(names);
  const restore = files.forget(changed);
  try {
    const atWork = new Set(before.assembly.modules.map(({ name }) => name));
    const { candidates, failed } = discoverModules(paths, atWork);
    carryOver(before, changed, failed);
    const isKnown = ({ name }: { name: string }) => !changed.has(name);
    const known = before.parts.loaded.filter(isKnown);
    const fit = candidates.filter((one) => !failed.has(one));
    const read = await loadModules(fit.filter(isUnread(known)), context, failed);
    const loaded = inOrder(
      fit.map(({ name }) => name),
      [...known, ...read],
    );
    const { track } = before.parts.replaceable as Replaceable;
    const replaceable = { track, previous: before.assembly.registry };
    const parts = { ...before.parts, failed, loaded, replaceable };
    const started = await startWithIsolation(parts, undefined, {
      ...before,
      changed: new Set(read.map(({ name }) => name)),
    });
    try {
      await exchange({ ...started, parts: { ...parts, replaceable: { track } } });
    } catch (error) {
      await started.running.stop();
      throw error;
    }
  } catch (error) {
    restore();
    throw error;
  }
}

function isUnread(known: readonly LoadedModule[]) {
  const names = new Set(known.map(({ name }) => name));
  return ({ name }: { readonly name: string }) => !names.has(name);
}

/** Sorts modules by the given names and drops removed modules. */
function inOrder(names: readonly string[], modules: readonly LoadedModule[]): LoadedModule[] {
  return names.flatMap((name) => modules.filter((module) => module.name === name));
}

/** Plugins that failed to load stay failed until their files change; plugins that failed to start are retried. */
function carryOver({ parts }: Generation, changed: ReadonlySet<string>, failed: FailedPluginRegistry): void {
  const wereRead = new Set(parts.loaded.map(({ name }) => name));
  for (const one of parts.failed.list) {
    if (!changed.has(one.module) && !wereRead.has(one.module)) failed.carryOver(one);
  }
}
