import { existsSync, readFileSync } from 'node:fs';
import { developmentPackage } from '../development_package.ts';

/** A document in the generator's type. */
type Document = Readonly<Record<string, unknown>>;

/** Writes a client for an OpenAPI document, as the text of one TypeScript file that needs no package. */
export async function writeClient(document: Document): Promise<string> {
  // Loaded on demand: only this command needs it, and loading is slow.
  developmentPackage('openapi-typescript');
  const { default: generate, astToString } = await import('openapi-typescript');
  const types = astToString(await generate(document as never, { alphabetize: true }));
  return [head, types.trim(), fetchClient().trim(), foot].join('\n\n');
}

const head = `/**
 * Client of a Lectern installation, made by \`lectern client\` from its OpenAPI document. Make it anew rather than change it.
 *
 * @example
 * const api = connect({ baseUrl: 'https://learn.example.com', headers: { 'X-Auth-Token': token } });
 * const article = await api.get('/api/articles/{id}', { path: { id: '1' } });
 * if (article.ok) console.log(article.data.title);
 */
/* eslint-disable */`;

const foot = `/** Opens a client of this installation. */
export function connect(options: ClientOptions): Client<paths> {
  return createClient<paths>(options);
}
`;

/** Constant part of each client. It is read from the sources, also when this command is compiled. */
function fetchClient(): string {
  const places = ['./fetch_client.ts', '../../../../core/devtools/client/fetch_client.ts'];
  const found = places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
  if (!found) throw new Error('core/devtools/client/fetch_client.ts is missing; install Lectern as a whole.');
  return readFileSync(found, 'utf8');
}
