import type { Files } from '../../../support/installation.ts';

/** Files that a change adds to those of the plugin, or replaces. */
export type Change = (files: Files) => Files;

/** Changes of the plugin that one check has to find. */
export interface Fault {
  readonly what: string;
  readonly check: string;
  /** Faults of the same number are planted in one plugin; a fault without a number has a plugin of its own. */
  readonly plugin?: number;
  readonly changes: readonly Change[];
  /** Message of the finding; `file` is its file. */
  readonly says: RegExp;
  readonly file: string;
  /** Further findings of the same check. */
  readonly also?: RegExp;
  /** Requests to each operation that find the fault, if the usual number is too small. */
  readonly runs?: number;
  /** The finding is a warning only. */
  readonly warns?: boolean;
}

/** Replaces texts of a file; `pairs` alternates texts and replacements. */
function changing(path: string, ...pairs: readonly string[]): Change {
  return (files) => {
    let text = files[path]!;
    for (let index = 0; index < pairs.length; index += 2) {
      const [from, to] = [pairs[index]!, pairs[index + 1]!];
      if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
      text = text.replace(from, () => to);
    }
    return { [path]: text };
  };
}

export const adding =
  (files: Files): Change =>
  () =>
    files;
export const manifestWith = (...pairs: readonly string[]) => changing('module.json', ...pairs);
export const booksWith = (...pairs: readonly string[]) => changing('resources/books.js', ...pairs);
export const labelsWith = (...pairs: readonly string[]) => changing('resources/labels.js', ...pairs);
export const servicesWith = (...pairs: readonly string[]) => changing('services.js', ...pairs);
export const failuresWith = (...pairs: readonly string[]) => changing('failures.js', ...pairs);
export const migrationWith = (...pairs: readonly string[]) => changing('migrations/001_notes.js', ...pairs);

/** Applies changes one after another. */
export const changed = (files: Files, changes: readonly Change[]): Files =>
  changes.reduce((before, change) => ({ ...before, ...change(before) }), files);
