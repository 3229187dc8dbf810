/**
 * Returns the columns of a row whose value is not undefined, and these columns with their values. All other columns
 * keep their value, or get their default in a new row.
 */
export function givenOf(row: object): { readonly columns: readonly string[]; readonly given: [string, unknown][] } {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  return { columns: given.map(([column]) => column), given };
}
