import { standardFailures } from '../standard_failures.ts';

/** Express and its middleware throw errors with a status; those of the client's doing are a bad request to us. */
export function fromExpress(thrown: unknown): unknown {
  const status = typeof thrown === 'object' && thrown !== null && 'status' in thrown ? Number(thrown.status) : 500;
  if (thrown instanceof Error && thrown.name !== 'Failure' && status >= 400 && status < 500) {
    return status === 404 ? standardFailures.noSuchApi() : standardFailures.badRequest();
  }
  return thrown;
}
