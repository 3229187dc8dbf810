import { isTree } from '../../../hosting/internals.ts';

/** Returns canonical JSON: the names in objects are sorted, so that equal values yield equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (isTree(part) ? inOrder(part) : part));
}

function inOrder(object: object): object {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Serializes an answer. @throws TypeError for a Date or a BigInt, which would not parse to the same value */
export function answerJson(answer: object): string {
  return JSON.stringify(answer, function (this: Readonly<Record<string, unknown>>, name, part: unknown) {
    const given = this[name];
    if (typeof given !== 'bigint' && !(given instanceof Date)) return part;
    throw new TypeError(
      `"${name}" of a stored answer is a Date or a BigInt; convert it to text or a number in attempt.answer().`,
    );
  });
}
