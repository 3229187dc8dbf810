/**
 * Single characters and pairs of characters of texts, in lower case. These grams, stored in an indexed column,
 * narrow a substring search: a matching text contains all grams of the substring.
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

/**
 * SQL condition for a case-insensitive substring search without wildcards. The grams use the index, and the position
 * verifies the match. The condition has two parameters: `:grams` of the searched text (`gramsOf`), and the `:text` itself.
 * @param grams column with the grams of the texts in `column`
 */
export function containsSql(column: string, grams = 'search_grams'): string {
  return `(${grams} @> cast(:grams as text[]) and position(lower(cast(:text as text)) in lower(${column})) > 0)`;
}
