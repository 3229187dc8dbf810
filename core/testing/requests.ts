import { Agent } from 'node:http';
import { supertest } from './packages.ts';

/** Requests with supertest: `requests.get('/api/articles')`. */
export type Requests = ReturnType<typeof supertest>;

/**
 * Creates requests to a server, which share connections. Supertest alone opens a connection for each request, which
 * takes longer than a small answer.
 * @param url address of the server, without a trailing slash
 */
export function requestsTo(url: string): Requests {
  const requests = supertest(url);
  const agent = new Agent({ keepAlive: true });
  const methods = Object.entries(requests) as [string, Requests['get']][];
  const shared = methods.map(([method, send]) => [method, (path: string) => send(path).agent(agent)]);
  return Object.assign(requests, Object.fromEntries(shared) as Requests);
}
