import { InvalidArgumentError } from 'commander';

/** A request given on the command line, without headers and body. */
export interface CommandLineRequest {
  readonly method: string;
  /** Path with `/api`, without a query. */
  readonly path: string;
}

const spelling = /^(?:([A-Za-z]+)\s+)?(?:https?:\/\/[^/]+)?(\/[^\s?#]*)\S*$/;

/** Parses `GET /api/articles/1`; method and `/api` are optional. @throws InvalidArgumentError for malformed text */
export function readRequest(text: string): CommandLineRequest {
  const [, method = 'GET', path] = spelling.exec(text.trim()) ?? [];
  if (path === undefined) throw new InvalidArgumentError('Write a method and a path, such as "GET /api/articles/1".');
  return { method: method.toUpperCase(), path: /^\/api(\/|$)/.test(path) ? path : `/api${path}` };
}
