import pluralize from 'pluralize';

// The words in -us that pluralize knows are singular (status, bonus); this one is not.
pluralize.addSingularRule(/(menu)s$/i, '$1');

/** Segments of an address; `{id}` is a parameter. */
export function segmentsOf(address: string): string[] {
  return address.split('/').filter(Boolean);
}

export function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** Names of the parameters of an address, in order. */
export function parametersOf(address: string): string[] {
  return segmentsOf(address)
    .filter(isParameter)
    .map((segment) => segment.slice(1, -1));
}

/**
 * The address that all spellings of one resource have in common: singular words, parameters without their names. Two
 * addresses with the same canon are the same place.
 */
export function canonOf(address: string): string {
  const segments = segmentsOf(address);
  const words = segments.map((segment, index) => {
    if (isParameter(segment)) return '{}';
    return isResourceWord(segments, index) ? singularOf(segment) : segment;
  });
  return '/' + words.join('/');
}

/** Every spelling of an address: each resource word in its singular and its plural (`/course/1/members`). */
export function spellingsOf(address: string): string[] {
  const segments = segmentsOf(address);
  const choices = segments.map((segment, index) => {
    if (isParameter(segment) || !isResourceWord(segments, index)) return [segment];
    return spellingsOfWord(segment);
  });
  const join = (heads: string[], tails: string[]) => heads.flatMap((head) => tails.map((tail) => `${head}/${tail}`));
  return choices.reduce(join, ['']);
}

/** To find a singular takes longer than all else that is done for a route, and the same words come again and again. */
const singulars = new Map<string, string>();
/** Words of requests come here as well. */
const MOST_WORDS = 10_000;

function singularOf(word: string): string {
  const known = singulars.get(word);
  if (known !== undefined) return known;
  const singular = findSingular(word);
  if (singulars.size < MOST_WORDS) singulars.set(word, singular);
  return singular;
}

/** The singular of a word may itself be taken for a plural (`lices`, `lice`, `louse`), hence until nothing changes. */
function findSingular(word: string): string {
  // Of the word `s` nothing would be left.
  const singular = pluralize.singular(word) || word;
  return singular === word ? word : findSingular(singular);
}

/** English has plurals that do not lead back; what would then be another place is left out. */
function spellingsOfWord(word: string): string[] {
  const singular = singularOf(word);
  const spellings = new Set([word, singular, pluralize.plural(word)]);
  return [...spellings].filter((spelling) => singularOf(spelling) === singular);
}

/** `me` and the prefix `plugins/<name>` name no resource; nor does `us`, or it would be the plural of `me`. */
function isResourceWord(segments: readonly string[], index: number): boolean {
  const isPluginPrefix = segments[0] === 'plugins' && index < 2;
  return !isPluginPrefix && !/^(me|us)$/i.test(segments[index] ?? '');
}
