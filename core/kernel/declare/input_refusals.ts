import type { ErrorObject } from 'ajv/dist/2020.js';
import { sharedFailure, type Failure, type FieldProblem } from './failure.ts';
import { standardFailures } from './standard_failures.ts';

/** Fields that one refusal names; a list within its limits may have thousands of wrong entries. */
const MOST_DETAILS = 100;

/** A single field that is not what it must be. */
export function invalid(problem: FieldProblem): Failure {
  return standardFailures.invalidParameter({ message: sentence(problem), details: [problem] });
}

/** Says what is wrong with one kind of input: missingParameter, invalidParameter. */
export class InputRefusals {
  /** What was said of single fields, which is the same for everybody: it is about what is expected, not about what came. */
  readonly #ofOneField = new Map<string, Failure>();

  /** @param errors all that ajv has found, at least one */
  of(errors: readonly ErrorObject[]): Failure {
    const key = keyOf(errors);
    const known = key === undefined ? undefined : this.#ofOneField.get(key);
    if (known) return known;
    const failure = refusal(errors);
    if (key !== undefined) this.#ofOneField.set(key, sharedFailure(failure));
    return failure;
  }
}

/** What is wrong, provided that it is a field of the input itself, and no other one; what is deeper has endless names. */
function keyOf(errors: readonly ErrorObject[]): string | undefined {
  const last = errors[errors.length - 1] as ErrorObject;
  const { instancePath: path, keyword, params } = last;
  if (path === '') return errors.length === 1 && keyword === 'required' ? String(params['missingProperty']) : undefined;
  if (path.includes('/', 1) || !isExpectation(last)) return undefined;
  // What is missing in an object is told at the place of the object.
  for (const error of errors) if (error.instancePath !== path || error.keyword === 'required') return undefined;
  return `${path} ${String(last.parentSchema?.['expected'])}`;
}

function refusal(errors: readonly ErrorObject[]) {
  const problems = new Map<string, FieldProblem>();
  let kind = standardFailures.invalidParameter;
  for (const error of errors) {
    const missing = error.keyword === 'required';
    if (missing) kind = standardFailures.missingParameter;
    const field = fieldOf(error);
    // Of a union, ajv reports each branch before the union itself, which is the one that says what was expected.
    if (problems.has(field) && !isExpectation(error)) continue;
    problems.set(field, { field, message: missing ? 'is missing' : expectation(error) });
  }
  const details = [...problems.values()].slice(0, MOST_DETAILS);
  return kind({ message: details.map(sentence).join(' '), details });
}

/** Path of the field an error is about, in dots: `qq.0.name`. */
function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.includes('/', 1) ? instancePath.slice(1).replaceAll('/', '.') : instancePath.slice(1);
  if (keyword !== 'required') return path;
  const missing = String(params['missingProperty']);
  return path ? `${path}.${missing}` : missing;
}

function isExpectation({ parentSchema }: ErrorObject): boolean {
  return typeof parentSchema?.['expected'] === 'string';
}

function expectation(error: ErrorObject): string {
  return isExpectation(error) ? `must be ${String(error.parentSchema?.['expected'])}` : (error.message ?? 'is invalid');
}

function sentence({ field, message }: FieldProblem): string {
  return `The parameter "${field}" ${message}.`;
}
