/** A JSON number with decimals. */
export function figure(description: string) {
  const schema = { type: 'number', description };
  return { schema, json: { type: 'number' }, write: (value: number) => value };
}
