import type { Field, InputFields } from 'lectern';

type Schema = InputFields[string];

interface Declared {
  readonly field: Field;
  readonly input: Schema;
  readonly initial: unknown;
}

/**
 * Returns a message about the first setting with a wrong initial value: name, value and expected type; undefined if all
 * are valid. A wrong initial value could make answers with the section fail.
 * @param areShown whether answers show the values as they are stored
 */
export function initialProblem(settings: Readonly<Record<string, Declared>>, areShown: boolean): string | undefined {
  for (const [name, { field, input, initial }] of Object.entries(settings)) {
    if (isAccepted(input, initial) && (!areShown || isWritable(field, initial))) continue;
    const expected = String(input['expected'] ?? 'a value of its type');
    return `the initial value of "${name}" is ${shown(initial)}; give ${expected}.`;
  }
  return undefined;
}

/** Whether a value is null or fits the keywords of `Bounds`. Compiling the schema would take milliseconds. */
function isAccepted(schema: Schema, value: unknown): boolean {
  const branches = schema['anyOf'] as Schema[] | undefined;
  if (branches) return branches.some((one) => isAccepted(one, value));
  if (value === null) return true;
  const { type, minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity } = schema as Bounds;
  if (type === 'integer') return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  if (type === 'boolean' || type === 'number') return typeof value === type;
  if (type === 'array') return Array.isArray(value);
  if (type !== 'string') return true;
  if (typeof value !== 'string' || value.length < minLength || value.length > maxLength) return false;
  const { enum: words = [value], pattern = '' } = schema as Bounds;
  return words.includes(value) && new RegExp(pattern, 'u').test(value);
}

/** Schema keywords that `isAccepted` checks. */
interface Bounds {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly pattern?: string;
}

function isWritable(field: Field, value: unknown): boolean {
  try {
    field.write(value as never, { writeDateTime: String, publicUrl: () => '' });
    return true;
  } catch {
    return false;
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : value === undefined ? 'missing' : JSON.stringify(value);
}
