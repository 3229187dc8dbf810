/**
 * Unigrams and bigrams of a text, in lower case. In an indexed column they limit a substring search to candidates: the
 * grams of a substring are contained in those of each matching text.
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

/** The same as an SQL expression, for rows created in the database. @param text an SQL expression of one text */
export function gramsSql(text: string): string {
  return `array(
    select distinct substr(lower(${text}), place, size)
    from generate_series(1, length(${text})) as place, generate_series(1, 2) as size
    where place + size <= length(${text}) + 1
  )`;
}

/**
 * SQL condition for a case-insensitive substring search without wildcards. The grams use the index, and the position
 * verifies the match. Its two values are `gramsOf(text)` and the text.
 * @param grams column with the grams of the column
 */
export function containsSql(column: string, grams = 'search_grams'): string {
  return `(${grams} @> ?::text[] and position(lower(?::text) in lower(${column})) > 0)`;
}
