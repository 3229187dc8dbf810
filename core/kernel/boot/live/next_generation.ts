import { loadModules, type Casualties } from '../assemble.ts';
import type { LoadContext, LoadedModule } from '../load_module.ts';
import { startFit, type AtWork, type StartParts } from '../start_fit.ts';
import { survey, type Ground } from '../survey.ts';
import type { LiveFiles } from './live_files.ts';

/** What modules that can be exchanged stand on. */
export interface LiveGround {
  readonly ground: Ground;
  readonly context: LoadContext;
  readonly files: LiveFiles;
}

/** All modules at work, with what they were made of. */
export interface Generation extends AtWork {
  readonly parts: StartParts;
}

/** A change of modules. */
export interface Change {
  readonly before: Generation;
  /** Names of those whose files have changed, have come or are gone. */
  readonly names: ReadonlySet<string>;
  readonly live: LiveGround;
  readonly exchange: (next: Generation) => Promise<void>;
}

/**
 * Makes what follows the modules at work, beside them: those of these names, and those that import files of theirs, are
 * read anew; services that ask for what is not the same any more are built and started; the rest goes on as it is.
 * @throws ModuleFault, or Error, when one that is at work would be lost; all is then as it was
 */
export async function nextGeneration({ before, names, live, exchange }: Change): Promise<void> {
  const { ground, context, files } = live;
  const changed = files.withImporters(names);
  const restore = files.forget(changed);
  try {
    const atWork = new Set(before.assembly.modules.map(({ name }) => name));
    const { candidates, casualties } = survey(ground, atWork);
    carryOver(before, changed, casualties);
    const isKnown = ({ name }: { name: string }) => !changed.has(name);
    const known = before.parts.loaded.filter(isKnown);
    const fit = candidates.filter((one) => !casualties.has(one));
    const read = await loadModules(fit.filter(isUnread(known)), context, casualties);
    const loaded = inOrder(
      fit.map(({ name }) => name),
      [...known, ...read],
    );
    const succession = { before: before.assembly.house };
    const parts = { ...before.parts, casualties, loaded, succession };
    const started = await startFit(parts, undefined, { ...before, changed: new Set(read.map(({ name }) => name)) });
    try {
      await exchange({ ...started, parts: { ...parts, succession: {} } });
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
function carryOver({ parts }: Generation, changed: ReadonlySet<string>, casualties: Casualties): void {
  const wereRead = new Set(parts.loaded.map(({ name }) => name));
  for (const one of parts.casualties.list) {
    if (!changed.has(one.module) && !wereRead.has(one.module)) casualties.carryOver(one);
  }
}
