import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hostFolders, placeOf, type Layer, type ModuleFolder } from '../../kernel/modules/layers.ts';

/** Folders by which stacks are attributed to modules. */
export interface AttributionPlaces {
  readonly root: string;
  /** Folder of the compiled files, when the kernel runs from them. */
  readonly compiled: string | undefined;
  /** Known modules; their folders may be outside of `root`. */
  readonly modules: readonly ModuleFolder[];
}

export interface Attribution {
  readonly layer: Layer;
  readonly name: string;
  /** Innermost line of the module, such as `plugins/vip/services/x.ts:12`; undefined if the stack has none. */
  readonly at: string | undefined;
}

/** Name in attributions for the folders of core that are not modules. `bundled` has the bundled files of core. */
const HOST = 'kernel';
const BUNDLED = 'bundled';

/**
 * Attributes a stack to a module. The innermost line of a plugin or of custom decides, because core may fail on wrong
 * arguments of a plugin. Lines of modules of core come next, then those of other folders of core. A module that is not
 * in `places.modules` is found by its path below the root.
 * @param coreModule the only module of core whose lines count
 */
export function attributeStack(stack: string, places: AttributionPlaces, coreModule?: string): Attribution | undefined {
  const bases = [places.root, real(places.root), places.compiled].flatMap((path) => (path ? spellings(path) : []));
  const folders = places.modules.map((module) => ({ module, spellings: foldersOf(module, places) }));
  const lines = stack.split('\n').filter((line) => /^\s*at /.test(line));
  const found = lines.flatMap((line) => lineOf(line, folders) ?? lineBelow(line, bases) ?? []);
  const outsideCore = found.find(({ layer }) => layer !== 'core');
  if (outsideCore || coreModule !== undefined) return outsideCore ?? found.find(({ name }) => name === coreModule);
  return found.find((one) => !isHost(one)) ?? found[0];
}

/** Whether an attribution names a folder of core that is not a module, such as the kernel. */
export function isHost({ layer, name }: Attribution): boolean {
  return layer === 'core' && name === HOST;
}

/** A known module with the spellings of its folder in stacks. */
interface Known {
  readonly module: ModuleFolder;
  readonly spellings: readonly string[];
}

function lineOf(line: string, known: readonly Known[]): Attribution | undefined {
  for (const { module, spellings } of known) {
    const base = spellings.find((one) => line.includes(one));
    if (base === undefined) continue;
    const at = placeBehind(line, base);
    // The repository of a plugin has the host among its packages.
    if (/^node_modules\/@?lectern\//.test(at)) continue;
    const { layer, name } = module;
    return { layer, name, at: `${placeOf(module)}/${at}` };
  }
  return undefined;
}

function lineBelow(line: string, bases: readonly string[]): Attribution | undefined {
  const base = bases.find((one) => line.includes(one));
  const at = base === undefined ? '' : placeBehind(line, base);
  const [, layer, folder, custom] = /^(?:(core|plugins)\/([^/]+)|(custom))\//.exec(at) ?? [];
  const isHosting = layer === 'core' && [...hostFolders, BUNDLED].includes(folder ?? '');
  const name = isHosting ? HOST : (folder ?? custom);
  if (name === undefined) return undefined;
  return { layer: custom === undefined ? (layer as Layer) : 'custom', name, at };
}

/** Text after `base` up to the line number, such as `services/x.ts:12`. */
function placeBehind(line: string, base: string): string {
  const [, file = '', at = ''] =
    /^([^:)?]*)(?:\?[^:)]*)?(:\d+)?/.exec(line.slice(line.indexOf(base) + base.length)) ?? [];
  return file + at;
}

function foldersOf({ folder }: ModuleFolder, { root, compiled }: AttributionPlaces): string[] {
  const isBelow = compiled !== undefined && !relative(root, folder).startsWith('..');
  const paths = isBelow ? [folder, real(folder), join(compiled, relative(root, folder))] : [folder, real(folder)];
  return paths.flatMap(spellings);
}

/** Stacks name ES modules by URL and other files by path. */
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
