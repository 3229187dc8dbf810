import type { RequestHandler, Router } from 'express';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';

const ALLOWED = 'GET, HEAD, OPTIONS';

/** Adds pages to an Express router. Like API addresses, pages answer OPTIONS with 204 and other methods with 405. */
export class PageRouter {
  constructor(private readonly router: Router) {}

  /** Adds a page that answers GET and HEAD. */
  get(paths: string | string[], ...handlers: RequestHandler[]): void {
    this.router
      .route(paths)
      .get(...handlers)
      .all(answerOtherMethod);
  }
}

const answerOtherMethod: RequestHandler = (request, response) => {
  if (request.method !== 'OPTIONS') throw standardFailures.methodNotAllowed({ headers: { Allow: ALLOWED } });
  response.set('Allow', ALLOWED).status(204).end();
};
