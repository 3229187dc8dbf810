import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hostFolders, type Layer, type ModuleFolder } from '../../kernel/modules/layers.ts';

/** Where the modules stand whose code is looked for. */
export interface CulpritPlaces {
  readonly root: string;
  /** Folder of the compiled files, where the kernel runs from them. */
  readonly compiled: string | undefined;
  /** Those that are known, wherever they stand. */
  readonly modules: readonly ModuleFolder[];
}

/** Whose code a stack leads through. */
export interface Culprit {
  readonly layer: Layer;
  readonly name: string;
  /** `plugins/<name>/<file>:<line>`, the innermost line of it; unknown where no stack leads there. */
  readonly at: string | undefined;
}

/** What stacks name for folders of core that are no modules; the compiled program is in `bundled`. */
const HOST = 'kernel';
const BUNDLED = 'bundled';

/**
 * Finds the module that is to blame for what was thrown. One that was not even read is found by its place below the root.
 * Who calls a plugin has trusted it, and what a plugin calls was given something wrong by it: so the innermost line of
 * plugins or custom counts, and core only where there is none, the kernel last.
 */
export function culpritIn(stack: string, places: CulpritPlaces): Culprit | undefined {
  const bases = [places.root, real(places.root), places.compiled].flatMap((path) => (path ? spellings(path) : []));
  const folders = places.modules.map((module) => ({ module, spellings: foldersOf(module, places) }));
  const lines = stack.split('\n').filter((line) => /^\s*at /.test(line));
  const found = lines.flatMap((line) => lineOf(line, folders) ?? lineBelow(line, bases) ?? []);
  return found.find(({ layer }) => layer !== 'core') ?? found.find((one) => !isHost(one)) ?? found[0];
}

/** Whether it is the kernel itself, which belongs to no module. */
export function isHost({ layer, name }: Culprit): boolean {
  return layer === 'core' && name === HOST;
}

/** A known module and its folder as stacks may spell it. */
interface Known {
  readonly module: ModuleFolder;
  readonly spellings: readonly string[];
}

function lineOf(line: string, known: readonly Known[]): Culprit | undefined {
  for (const { module, spellings } of known) {
    const base = spellings.find((one) => line.includes(one));
    if (base === undefined) continue;
    const { layer, name } = module;
    return { layer, name, at: `${layer === 'custom' ? layer : `${layer}/${name}`}/${placeBehind(line, base)}` };
  }
  return undefined;
}

function lineBelow(line: string, bases: readonly string[]): Culprit | undefined {
  const base = bases.find((one) => line.includes(one));
  const at = base === undefined ? '' : placeBehind(line, base);
  const [, layer, folder, custom] = /^(?:(core|plugins)\/([^/]+)|(custom))\//.exec(at) ?? [];
  const isHosting = layer === 'core' && [...hostFolders, BUNDLED].includes(folder ?? '');
  const name = isHosting ? HOST : (folder ?? custom);
  if (name === undefined) return undefined;
  return { layer: custom === undefined ? (layer as Layer) : 'custom', name, at };
}

/** What follows in a line up to and with its number, such as `services/x.ts:12`. */
function placeBehind(line: string, base: string): string {
  const [, file = '', at = ''] =
    /^([^:)?]*)(?:\?[^:)]*)?(:\d+)?/.exec(line.slice(line.indexOf(base) + base.length)) ?? [];
  return file + at;
}

function foldersOf({ folder }: ModuleFolder, { root, compiled }: CulpritPlaces): string[] {
  const isBelow = compiled !== undefined && !relative(root, folder).startsWith('..');
  const paths = isBelow ? [folder, real(folder), join(compiled, relative(root, folder))] : [folder, real(folder)];
  return paths.flatMap(spellings);
}

/** Stacks name a file by its URL where it is an ES module, else by its path. */
function spellings(folder: string): string[] {
  return [`${pathToFileURL(folder).href}/`, `${folder}/`];
}

function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
