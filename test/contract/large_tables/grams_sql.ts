/** SQL expression for the grams of a text, for rows that SQL creates. @param text SQL expression of one text */
export function gramsSql(text: string): string {
  return `array(
    select distinct substr(lower(${text}), place, size)
    from generate_series(1, length(${text})) as place, generate_series(1, 2) as size
    where place + size <= length(${text}) + 1
  )`;
}
