import type { ErrorObject } from 'ajv/dist/2020.js';
import { failureOf, sharedFailure, type Failure, type FieldProblem } from '../declare/failure.ts';
import { standardFailures } from '../declare/standard_failures.ts';

/** Maximum number of fields that one failure lists: a list may have thousands of wrong entries. */
export const MAX_DETAILS = 100;

/** Creates the failures of invalid input: missingParameter, invalidParameter. */
export class InputRefusals {
  /** Cached failures of single fields. They describe the expected value, so all requests share them. */
  readonly #ofOneField = new Map<string, Failure>();

  /** @param errors all errors of ajv, at least one */
  of(errors: readonly ErrorObject[]): Failure {
    const key = keyOf(errors);
    const known = key === undefined ? undefined : this.#ofOneField.get(key);
    if (known) return known;
    const failure = refusal(errors);
    if (key !== undefined) this.#ofOneField.set(key, sharedFailure(failure));
    return failure;
  }
}

/** Cache key of an error in a single top-level field; undefined for other errors: nested paths are unbounded. */
function keyOf(errors: readonly ErrorObject[]): string | undefined {
  const last = errors[errors.length - 1] as ErrorObject;
  const { instancePath: path, keyword, params } = last;
  if (path === '') return errors.length === 1 && keyword === 'required' ? String(params['missingProperty']) : undefined;
  if (path.includes('/', 1) || !isExpectation(last)) return undefined;
  // ajv reports a missing property at the path of its object, so such an error concerns a nested field.
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
    // ajv reports the branches of a union before the union itself. Only the union has the text of the expected value.
    if (problems.has(field) && !isExpectation(error)) continue;
    problems.set(field, { field, message: missing ? 'is missing' : expectation(error) });
  }
  return failureOf(kind, [...problems.values()].slice(0, MAX_DETAILS));
}

/** Path of the field with the error: `qq.0.name`. */
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
