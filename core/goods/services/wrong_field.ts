import { standardFailures, type Failure } from 'lectern';

/** Says what is wrong with a field of the input; `expected` completes "must be ...". */
export function wrongField(field: string, expected: string): Failure {
  return standardFailures.invalidParameter({ details: [{ field, message: `must be ${expected}` }] });
}
