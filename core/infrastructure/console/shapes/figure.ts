/** A JSON number with decimals. */
export function figure(description: string) {
  return { schema: { type: 'number', description }, write: (value: number) => value };
}
