import pluralize from 'pluralize';

// pluralize treats words in -us as singular (status, bonus), but `menus` is a plural.
pluralize.addSingularRule(/(menu)s$/i, '$1');

/** Segments of an address; `{id}` is a parameter. */
export function segmentsOf(address: string): string[] {
  return address.split('/').filter(Boolean);
}

export function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

export function parameterNames(address: string): string[] {
  return segmentsOf(address)
    .filter(isParameter)
    .map((segment) => segment.slice(1, -1));
}

/** Canonical form of an address, equal for all spellings of a resource: singular words, parameters without names. */
export function canonOf(address: string): string {
  const segments = segmentsOf(address);
  const words = segments.map((segment, index) => {
    if (isParameter(segment)) return '{}';
    return isResourceWord(segments, index) ? singularOf(segment) : segment;
  });
  return '/' + words.join('/');
}

/** All spellings of an address: each resource word in singular and plural, such as `/course/{id}/member`. */
export function spellingsOf(address: string): string[] {
  const segments = segmentsOf(address);
  const choices = segments.map((segment, index) => {
    if (isParameter(segment) || !isResourceWord(segments, index)) return [segment];
    return spellingsOfWord(segment);
  });
  const join = (heads: string[], tails: string[]) => heads.flatMap((head) => tails.map((tail) => `${head}/${tail}`));
  return choices.reduce(join, ['']);
}

/**
 * Singulars by word of a declared address, never of a request path. Cached, because finding a singular takes most of the
 * setup of a route, and words repeat.
 */
const singulars = new Map<string, string>();

function singularOf(word: string): string {
  const known = singulars.get(word);
  if (known !== undefined) return known;
  const singular = findSingular(word);
  singulars.set(word, singular);
  return singular;
}

/** Repeats until the word is stable: a singular may itself look like a plural (`lices`, `lice`, `louse`). */
function findSingular(word: string): string {
  // The singular of the word `s` is empty; such a word stays unchanged.
  const singular = pluralize.singular(word) || word;
  return singular === word ? word : findSingular(singular);
}

/** Spellings of a word: itself, its singular, its plural. A plural that has another singular is left out. */
function spellingsOfWord(word: string): string[] {
  const singular = singularOf(word);
  const spellings = new Set([word, singular, pluralize.plural(word)]);
  return [...spellings].filter((spelling) => singularOf(spelling) === singular);
}

/** Whether a segment is a resource word. The prefix `plugins/<name>`, `me` and its plural `us` are not. */
function isResourceWord(segments: readonly string[], index: number): boolean {
  const isPluginPrefix = segments[0] === 'plugins' && index < 2;
  return !isPluginPrefix && !/^(me|us)$/i.test(segments[index] ?? '');
}
