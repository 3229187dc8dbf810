/**
 * The single characters and the pairs of neighbours in a text, in lower case. Kept beside a name and indexed, they let a
 * search for a part of it read only names that may fit; `grams(part)` is contained in the grams of every such name.
 */
export function gramsOf(...texts: readonly string[]): string[] {
  const grams = new Set<string>();
  for (const text of texts) {
    let before = '';
    for (const character of text.toLowerCase()) {
      grams.add(character);
      if (before !== '') grams.add(before + character);
      before = character;
    }
  }
  return [...grams];
}
