import { InvalidArgumentError } from 'commander';
import { type CommandLineRequest, readRequest } from '../../cli/index.ts';

/** The request that `lectern bisect` sends in each run, and the answer that is expected. */
export interface Probe extends CommandLineRequest {
  /** Request as the user wrote it, without the expected status: `GET /api/articles/1`. */
  readonly request: string;
  /** Query string with its question mark; empty without a query. */
  readonly query: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Nickname of the signed-in demo user. */
  readonly as?: string;
  /** Text that the body of the answer must contain. */
  readonly contains?: string;
}

/** Parses `GET /api/articles/1 200`; the default status is 200. @throws InvalidArgumentError for malformed text */
export function readProbe(text: string): Pick<Probe, 'request' | 'method' | 'path' | 'query' | 'status'> {
  const [, request = '', status = '200'] = /^(.*?)(?:\s+(\d{3}))?$/.exec(text.trim()) ?? [];
  const query = /\?[^\s#]*/.exec(request)?.[0] ?? '';
  return { request, ...readRequest(request), query, status: Number(status) };
}

/** Parses `Name: value` and adds it to earlier ones. @throws InvalidArgumentError for malformed text */
export function readHeader(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value] = /^([\w-]+)\s*:\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Write the header as "Name: value".');
  return { ...before, [name]: value };
}

export function probeText({ method, path, query, status, as, contains }: Probe): string {
  const who = as === undefined ? '' : ` as ${as}`;
  const text = contains === undefined ? '' : ` and "${contains}" in the answer`;
  return `${method} ${path}${query}${who}, expecting ${status}${text}`;
}
