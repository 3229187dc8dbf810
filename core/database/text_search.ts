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

/** The same as an SQL expression, for rows that are made in the database. @param text an SQL expression of one text */
export function gramsSql(text: string): string {
  return `array(
    select distinct substr(lower(${text}), place, size)
    from generate_series(1, length(${text})) as place, generate_series(1, 2) as size
    where place + size <= length(${text}) + 1
  )`;
}

/**
 * An SQL condition: a text is a part of a column, whatever the letter case. The grams lead to the index; the position makes
 * sure, and knows no wildcards. Its two values are `gramsOf(text)` and the text.
 * @param grams column that the grams of the column are kept in
 */
export function containsSql(column: string, grams = 'search_grams'): string {
  return `(${grams} @> ?::text[] and position(lower(?::text) in lower(${column})) > 0)`;
}
