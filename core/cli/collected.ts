/** Values of an option that may be repeated, for the parser of the option. */
export function collected(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
