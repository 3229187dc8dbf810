import { canonOf } from '../../kernel/declare/addresses.ts';
import type { UnloadedPlugin } from '../../kernel/modules/failed_plugins.ts';

/** Returns a function that finds the plugin in `list` with an address at or above a path; undefined if none has one. */
export function failedPluginFinder(list: readonly UnloadedPlugin[]): (path: string) => string | undefined {
  const known = list.flatMap(({ module, addresses }) =>
    addresses.map((address) => ({ module, words: wordsOf(address) })),
  );
  return (path) => {
    if (known.length === 0) return undefined;
    const asked = wordsOf(path.replace(/^\/api/, ''));
    return known.find(({ words }) => words.every((word, index) => fits(word, asked[index])))?.module;
  };
}

function wordsOf(address: string): string[] {
  return canonOf(address).split('/').slice(1);
}

function fits(word: string, asked: string | undefined): boolean {
  return word === asked || (word === '{}' && asked !== undefined);
}
