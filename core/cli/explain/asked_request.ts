import { InvalidArgumentError } from 'commander';

/** A request that somebody wants to have explained. */
export interface AskedRequest {
  readonly method: string;
  /** With `/api`, without a query. */
  readonly path: string;
}

const spelling = /^(?:([A-Za-z]+)\s+)?(?:https?:\/\/[^/]+)?(\/[^\s?#]*)\S*$/;

/** Reads `GET /api/articles/1`; GET and `/api` may be left out. @throws InvalidArgumentError when it is none */
export function readRequest(text: string): AskedRequest {
  const [, method = 'GET', path] = spelling.exec(text.trim()) ?? [];
  if (path === undefined) throw new InvalidArgumentError('Write a method and a path, such as "GET /api/articles/1".');
  return { method: method.toUpperCase(), path: /^\/api(\/|$)/.test(path) ? path : `/api${path}` };
}
