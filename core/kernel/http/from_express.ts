import { standardFailures } from '../declare/standard_failures.ts';
import { isInstance, propertyOf } from '../declare/thrown.ts';

/** Express and its middleware throw errors with a status; those of the client's doing are a bad request to us. */
export function fromExpress(thrown: unknown): unknown {
  const status = isInstance(thrown, Error) ? propertyOf(thrown, 'status') : undefined;
  if (typeof status === 'number' && propertyOf(thrown, 'name') !== 'Failure' && status >= 400 && status < 500) {
    return status === 404 ? standardFailures.noSuchApi() : standardFailures.badRequest();
  }
  return thrown;
}
