import { standardFailures, type Failure } from 'lectern';

/** Failure for a wrong input field; `expected` completes "must be ...". */
export function wrongField(field: string, expected: string): Failure {
  return standardFailures.invalidParameter({ details: [{ field, message: `must be ${expected}` }] });
}
