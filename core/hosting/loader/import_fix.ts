import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMisspelt } from '../../kernel/base/similar_names.ts';
import { modulesOfCore, placeOf } from '../../kernel/modules/layers.ts';
import { isCode } from '../files/module_files.ts';
import { importUrl } from './import_javascript.ts';

/** Root of the installation, and URLs of the entry points by specifier. */
export interface ImportPlaces {
  readonly root: string;
  readonly entryPoints: Readonly<Record<string, string>>;
}

const lostFile = /^(?:Cannot find module|ENOENT: .*) '([^']+)'/;
const lostExport = /^The requested module '(.+)' does not provide an export named '(.+)'/;
const lostEntry =
  /^(?:Package subpath '.+' is not defined by "exports" in (?:node_modules\/lectern\/)?package\.json|Cannot find package 'lectern')/;
const records = 'use add, change and remove of Records, which knows the columns of a shape';
/** Fixes for names of `lectern` and `lectern/core` in earlier versions. */
const formerNames: Readonly<Record<string, string>> = {
  asClass: `write the class itself, such as { levels: Levels }, and take its services by fields: #database = use('database')`,
  columnsOf: records,
  insertRow: records,
  revise: records,
};
const place = /( \(\S+:\d+\))?$/;

/** Adds a fix, if one is known, to the reason of a failed import, before the place at its end. */
export async function withImportFix(reason: string, { root, entryPoints }: ImportPlaces): Promise<string> {
  const [, path] = lostFile.exec(reason) ?? [];
  const [, specifier = '', name = ''] = lostExport.exec(reason) ?? [];
  const fix = path === undefined ? await fixOfExport(entryPoints[specifier], name) : fixOfFile(path, root);
  const entries = 'import from "lectern" or "lectern/core", in tests also from "lectern/testing"';
  const found = lostEntry.test(reason) ? entries : fix;
  return found === undefined ? reason : reason.replace(place, `; ${found}$1`);
}

/** Fix for a file that is missing, or that is not in the build. */
function fixOfFile(path: string, root: string): string {
  // The build has a compiled file at the same path below dist/.
  const source = join(root, path.replace(/^dist\//, ''));
  const isOfCore = /^(dist\/)?core\//.test(path) && [source, source.replace(/js$/, 'ts')].some(existsSync);
  if (isOfCore)
    return 'import from "lectern" or "lectern/core"; the build has no other files of core than resources and shapes';
  const [, name = ''] = /^(?:dist\/)?core\/(\w+)\//.exec(path) ?? [];
  const module = modulesOfCore(root).find((one) => one.name === name);
  if (module && placeOf(module) !== `core/${name}`) return `the module is in ${placeOf(module)}/ now, correct the path`;
  const stem = stemOf(source);
  const files = existsSync(dirname(source)) ? readdirSync(dirname(source)).filter(isCode) : [];
  const near = files.find((file) => stemOf(file) === stem) ?? files.find((file) => isMisspelt(stemOf(file), stem));
  return near === undefined ? 'correct the path, its ending included' : `write "${near}"`;
}

function stemOf(file: string): string {
  return basename(file).replace(/\.\w+$/, '');
}

async function fixOfExport(entryPoint: string | undefined, name: string): Promise<string | undefined> {
  if (name in formerNames) return formerNames[name];
  const names = entryPoint === undefined ? [] : Object.keys(await importUrl(entryPoint));
  const near = names.find((one) => isMisspelt(name, one));
  return near === undefined ? undefined : `write "${near}"`;
}
