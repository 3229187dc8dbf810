import { isParameter, segmentsOf, spellingsOf } from '../../kernel/base/addresses.ts';
import type { UnloadedPlugin } from '../../kernel/modules/failed_plugins.ts';

/** Returns a function that finds the plugin in `list` with an address at or above a path; undefined if none has one. */
export function failedPluginFinder(list: readonly UnloadedPlugin[]): (path: string) => string | undefined {
  const known = list.flatMap(({ module, addresses }) =>
    addresses.flatMap(spellingsOf).map((address) => ({ module, words: segmentsOf(address) })),
  );
  return (path) => {
    if (known.length === 0) return undefined;
    const asked = segmentsOf(path.replace(/^\/api/, ''));
    return known.find(({ words }) => words.every((word, index) => fits(word, asked[index])))?.module;
  };
}

function fits(word: string, asked: string | undefined): boolean {
  return word === asked || (isParameter(word) && asked !== undefined);
}
