/** Canonical JSON: sorted names in every object, so that equal values are equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (isPlainObject(part) ? inOrder(part) : part));
}

function inOrder(object: object): object {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * An answer as JSON that parses to the same value.
 * @throws TypeError for a Date or a BigInt in it, which would parse to a different value
 */
export function answerJson(answer: object): string {
  return JSON.stringify(answer, function (this: Readonly<Record<string, unknown>>, name, part: unknown) {
    const given = this[name];
    if (typeof given !== 'bigint' && !(given instanceof Date)) return part;
    throw new TypeError(`"${name}" of a stored answer is a Date or a BigInt; convert it to text or a number.`);
  });
}
