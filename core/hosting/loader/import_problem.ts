import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isInstance, reasonOf } from '../../kernel/base/thrown.ts';
import { stackOf, withoutVersions } from '../telemetry/log/error_stack.ts';
import { placeOf, type ModuleFolder } from '../../kernel/modules/layers.ts';
import { packageText } from '../../kernel/modules/packages.ts';
import { codeBelow } from '../files/module_files.ts';
import { withImportFix, type ImportPlaces } from './import_fix.ts';
import { aliasFix, isPathAlias } from './path_aliases.mjs';
import { syntaxErrorText } from './syntax_error.mjs';

interface FailedFile extends ImportPlaces {
  /** Module whose file failed to load. */
  readonly module: ModuleFolder;
}

/** Reason of a failed import, with line and fix if known. Paths are below the root, because `/readyz` shows the text. */
export async function importProblem(thrown: unknown, { module, ...places }: FailedFile): Promise<string> {
  const { root } = places;
  const given = belowRoot(reasonOf(thrown), root);
  if (!isInstance(thrown, Error)) return `it throws ${given}; throw an Error that says what is wrong.`;
  const [, missing, importer] = missingPackages.map((one) => one.exec(given)).find((found) => found) ?? [];
  if (missing !== undefined && importer !== undefined) {
    const problem = missingProblem(missing, { module, root });
    return `${problem} (${importIn(sourceOf(importer, root), missing, root)})`;
  }
  const reason = await withImportFix(given, places);
  if (/ \(\S+:\d+\)$/.test(reason)) return reason;
  const place = placeIn(belowRoot(stackOf(thrown), root), module);
  if (place) return `${reason} (${placeInSource(place, root)})`;
  const problem = thrown instanceof SyntaxError ? await syntaxProblem(module.folder) : undefined;
  return problem === undefined ? reason : belowRoot(problem, root);
}

/** Messages of an import and of `require` of a package that is not installed. */
const missingPackages = [
  /^Cannot find package '(?!lectern')([^']+)' imported from (\S+)$/,
  /^Cannot find module '([^'./][^']*)'\nRequire stack:\n- (\S+)/,
];

function missingProblem(name: string, { module, root }: Pick<FailedFile, 'module' | 'root'>): string {
  const { folder, package: from } = module;
  if (isPathAlias(name, [folder, root])) return `"${name}" ${aliasFix}`;
  if (!from) return `"${name}" is not installed; run ${installOf(name, { folder, root })}, or correct the name`;
  const isNamed = names(from.folder, name);
  const fix = isNamed ? 'npm install' : `npm install ${name}, and ask its author to add "${name}" to its dependencies`;
  return `"${name}", which ${packageText(from)} ${isNamed ? 'requires' : 'does not name in its package.json'}, is not installed; run ${fix}`;
}

/** Command that installs a package; all packages of the module if its package.json names the package. */
function installOf(name: string, { folder, root }: { readonly folder: string; readonly root: string }): string {
  // Without --prefix, npm would install into the installation, because a plugin may have no package.json.
  return `npm install --prefix ${belowRoot(folder, root)}${names(folder, name) ? '' : ` ${name}`}`;
}

/** Whether the package.json of a folder names a package. */
function names(folder: string, name: string): boolean {
  const file = join(folder, 'package.json');
  return existsSync(file) && readFileSync(file, 'utf8').includes(`"${name}"`);
}

function belowRoot(text: string, root: string): string {
  return withoutVersions(text)
    .replaceAll(`${pathToFileURL(root).href}/`, '')
    .replaceAll(`${root}/`, '');
}

/** First file and line of the module, or of the installation, in a stack, without those of the kernel. */
function placeIn(stack: string, module: ModuleFolder): string | undefined {
  const base = `${placeOf(module)}/`;
  const [own] = stack.split(/[ (]/).filter((text) => module.package && text.startsWith(base) && /:\d+/.test(text));
  if (own !== undefined) return own.replace(/(:\d+)[^]*$/, '$1');
  const places = stack.matchAll(/(?:^|[ (])((?:dist\/)?(?:core|plugins|custom)\/[^\s:()]+:\d+)/gm);
  return [...places]
    .map(([, place]) => place)
    .find((place) => !/^(dist\/core\/bundled|(dist\/)?core\/(kernel|hosting))\//.test(place ?? ''));
}

/** Maps a place in a compiled file to its source. Node does not map the places of import errors. */
function placeInSource(place: string, root: string): string {
  const [file = '', line] = place.split(':');
  const map = sourceMapOf(file, root);
  if (!map) return place;
  const found = new SourceMap(map).findEntry(Number(line) - 1, 0);
  return 'originalSource' in found ? `${besides(file, found.originalSource)}:${found.originalLine + 1}` : place;
}

/** Place of the import of a package in a file; only the file if no line has it. */
function importIn(file: string, name: string, root: string): string {
  const path = resolve(root, file);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const isOfPackage = (specifier: string) => specifier === name || specifier.startsWith(`${name}/`);
  const at = lines.findIndex((line) => line.split(/['"]/).some(isOfPackage));
  return at < 0 ? file : `${file}:${at + 1}`;
}

/** Path of the source of a compiled file below the root; other paths are returned unchanged. */
function sourceOf(file: string, root: string): string {
  const source = sourceMapOf(file, root)?.sources[0];
  return source === undefined ? file : besides(file, source);
}

function sourceMapOf(file: string, root: string): SourceMapPayload | undefined {
  const map = join(root, `${file}.map`);
  return file.startsWith('dist/') && existsSync(map)
    ? (JSON.parse(readFileSync(map, 'utf8')) as SourceMapPayload)
    : undefined;
}

/** Path below the root of a source that a source map names relative to its file. */
function besides(file: string, source: string): string {
  return join(dirname(file), source);
}

/** First syntax error in JavaScript files, found by esbuild: V8 does not report the line of an error in an ES module. */
async function syntaxProblem(folder: string): Promise<string | undefined> {
  const esbuild = await import('esbuild').catch(() => undefined);
  for (const file of esbuild ? codeBelow(folder) : []) {
    try {
      if (!file.endsWith('ts'))
        await esbuild?.transform(await readFile(file, 'utf8'), { loader: 'js', logLevel: 'silent' });
    } catch (error) {
      return syntaxErrorText(error, file);
    }
  }
  return undefined;
}
