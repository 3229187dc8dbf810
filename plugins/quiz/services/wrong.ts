import { standardFailures } from 'lectern';

/** Failure for a field that has a valid type, but breaks a rule of a service. */
export function wrong(field: string, message: string) {
  return standardFailures.invalidParameter({ details: [{ field, message }] });
}
