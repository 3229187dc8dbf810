import type { Files } from '../../../support/installation.ts';
import { fixturePlugin, fixturePluginWithTable } from './fixture_plugin.ts';

/** A change of the plugin that one check alone has to find. */
export interface Fault {
  readonly what: string;
  readonly check: string;
  readonly files: Files;
  /** Message of the finding; `file` is its file. */
  readonly says: RegExp;
  readonly file: string;
  /** Requests to each operation that find the fault, if the usual number is too small. */
  readonly runs?: number;
}

/** A file of the plugin with replaced texts; `pairs` alternates texts and replacements. */
function changed(files: Files, path: string, ...pairs: readonly string[]): Files {
  let text = files[path]!;
  for (let index = 0; index < pairs.length; index += 2) {
    const [from, to] = [pairs[index]!, pairs[index + 1]!];
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
    text = text.replace(from, () => to);
  }
  return { [path]: text };
}

export const manifestWith = (...pairs: readonly string[]) => changed(fixturePlugin, 'module.json', ...pairs);
export const booksWith = (...pairs: readonly string[]) => changed(fixturePlugin, 'resources/books.js', ...pairs);
export const servicesWith = (...pairs: readonly string[]) => changed(fixturePlugin, 'services.js', ...pairs);
export const failuresWith = (...pairs: readonly string[]) => changed(fixturePlugin, 'failures.js', ...pairs);
export const migrationWith = (...pairs: readonly string[]) =>
  changed(fixturePluginWithTable, 'migrations/001_notes.js', ...pairs);
