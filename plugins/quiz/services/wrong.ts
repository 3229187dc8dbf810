import { standardFailures } from 'lectern';

/** Failure of a field that only the rules of a service can judge. */
export function wrong(field: string, message: string) {
  return standardFailures.invalidParameter({ details: [{ field, message }] });
}
