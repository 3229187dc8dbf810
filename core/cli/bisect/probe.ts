import { InvalidArgumentError } from 'commander';
import { readRequest, type AskedRequest } from '../explain/asked_request.ts';

/** A request and what is expected of its answer. */
export interface Probe extends AskedRequest {
  /** As it was written, without its status. */
  readonly request: string;
  /** Text behind the question mark, with it. */
  readonly query: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Nickname of the demo user who has signed in. */
  readonly as?: string;
  /** What the body has to contain. */
  readonly contains?: string;
}

/** Reads `GET /api/articles/1 200`; without a status, 200 is meant. @throws InvalidArgumentError when it is none */
export function readProbe(text: string): Pick<Probe, 'request' | 'method' | 'path' | 'query' | 'status'> {
  const [, request = '', status = '200'] = /^(.*?)(?:\s+(\d{3}))?$/.exec(text.trim()) ?? [];
  const query = /\?[^\s#]*/.exec(request)?.[0] ?? '';
  return { request, ...readRequest(request), query, status: Number(status) };
}

/** Reads `Name: value` and adds it to those before. @throws InvalidArgumentError when it is none */
export function readHeader(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value] = /^([\w-]+)\s*:\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Write it as "Name: value".');
  return { ...before, [name]: value };
}

/** The probe in words. */
export function probeText({ method, path, query, status, as, contains }: Probe): string {
  const who = as === undefined ? '' : ` as ${as}`;
  const text = contains === undefined ? '' : ` and "${contains}" in the answer`;
  return `${method} ${path}${query}${who}, expecting ${status}${text}`;
}
