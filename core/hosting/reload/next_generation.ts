import type { Replaceable } from '../../kernel/container/service_registry.ts';
import { startWithIsolation, type Generation } from '../../kernel/boot/start_with_isolation.ts';
import { discoverModules, type InstallationPaths } from '../../kernel/modules/discover_modules.ts';
import type { FailedPlugins } from '../../kernel/modules/failed_plugins.ts';
import { loadModules, type LoadContext, type LoadedModule } from '../../kernel/modules/load_module.ts';
import type { LiveFiles } from './live_files.ts';

/** What loading modules again needs. */
export interface LiveModules {
  readonly paths: InstallationPaths;
  readonly context: LoadContext;
  readonly files: LiveFiles;
}

/** A change of modules. */
export interface Change {
  readonly before: Generation;
  /** Names of those whose files have changed, have come or are gone. */
  readonly names: ReadonlySet<string>;
  readonly live: LiveModules;
  readonly exchange: (next: Generation) => Promise<void>;
}

/**
 * Makes what follows the modules at work, beside them: those of these names, and those that import files of theirs, are
 * read anew; services that ask for what is not the same any more are built and started; the rest goes on as it is.
 * @throws ModuleFault, or Error, when one that is at work would be lost; all is then as it was
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

/** What is known of modules that have vanished is left out. */
function inOrder(names: readonly string[], modules: readonly LoadedModule[]): LoadedModule[] {
  return names.flatMap((name) => modules.filter((module) => module.name === name));
}

/** A plugin whose files could not be read stays aside until they change; one that could not start is tried again. */
function carryOver({ parts }: Generation, changed: ReadonlySet<string>, failed: FailedPlugins): void {
  const wereRead = new Set(parts.loaded.map(({ name }) => name));
  for (const one of parts.failed.list) {
    if (!changed.has(one.module) && !wereRead.has(one.module)) failed.carryOver(one);
  }
}
