import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isInstance, reasonOf } from '../../kernel/base/thrown.ts';
import { stackOf, withoutVersions } from '../telemetry/log/error_stack.ts';
import { codeBelow } from '../files/module_files.ts';
import { withImportFix, type ImportPlaces } from './import_fix.ts';
import { aliasFix, isPathAlias } from './path_aliases.mjs';
import { syntaxErrorText } from './syntax_error.mjs';

interface FailedFile extends ImportPlaces {
  /** Folder of the module whose file failed to load. */
  readonly folder: string;
}

/** Reason of a failed import, with line and fix if known. Paths are below the root, because `/readyz` shows the text. */
export async function importProblem(thrown: unknown, { folder, ...places }: FailedFile): Promise<string> {
  const { root } = places;
  const given = belowRoot(reasonOf(thrown), root);
  if (!isInstance(thrown, Error)) return `it throws ${given}; throw an Error that says what is wrong.`;
  const [, missing, importer] = missingPackages.map((one) => one.exec(given)).find((found) => found) ?? [];
  if (missing !== undefined && importer !== undefined) {
    const problem = missingProblem(missing, { folder, root });
    return `${problem} (${importIn(sourceOf(importer, root), missing, root)})`;
  }
  const reason = await withImportFix(given, places);
  if (/ \(\S+:\d+\)$/.test(reason)) return reason;
  const place = placeIn(belowRoot(stackOf(thrown), root));
  if (place) return `${reason} (${placeInSource(place, root)})`;
  const problem = thrown instanceof SyntaxError ? await syntaxProblem(folder) : undefined;
  return problem === undefined ? reason : belowRoot(problem, root);
}

/** Messages of an import and of `require` of a package that is not installed. */
const missingPackages = [
  /^Cannot find package '(?!lectern')([^']+)' imported from (\S+)$/,
  /^Cannot find module '([^'./][^']*)'\nRequire stack:\n- (\S+)/,
];

function missingProblem(name: string, { folder, root }: Pick<FailedFile, 'folder' | 'root'>): string {
  if (isPathAlias(name, [folder, root])) return `"${name}" ${aliasFix}`;
  return `"${name}" is not installed; run ${installOf(name, { folder, root })}, or correct the name`;
}

/** Command that installs a package; all packages of the module if its package.json names the package. */
function installOf(name: string, { folder, root }: Pick<FailedFile, 'folder' | 'root'>): string {
  const file = join(folder, 'package.json');
  const isNamed = existsSync(file) && readFileSync(file, 'utf8').includes(`"${name}"`);
  // Without --prefix, npm would install into the installation, because a plugin may have no package.json.
  return `npm install --prefix ${belowRoot(folder, root)}${isNamed ? '' : ` ${name}`}`;
}

function belowRoot(text: string, root: string): string {
  return withoutVersions(text)
    .replaceAll(`${pathToFileURL(root).href}/`, '')
    .replaceAll(`${root}/`, '');
}

/** First file and line of the installation in a stack, without those of the kernel. */
function placeIn(stack: string): string | undefined {
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
  const { transform } = await import('esbuild');
  for (const file of codeBelow(folder)) {
    try {
      if (!file.endsWith('ts')) await transform(await readFile(file, 'utf8'), { loader: 'js', logLevel: 'silent' });
    } catch (error) {
      return syntaxErrorText(error, file);
    }
  }
  return undefined;
}
