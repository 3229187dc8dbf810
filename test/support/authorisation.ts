import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { standardFailures } from 'lectern';
import { nameOf, type Kernel, type Route } from 'lectern/host';
import { Client, type Received } from '../../core/devtools/check/requests/client.ts';

/** What a request carries to say who sends it. */
interface Credential {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** Status and code of an answer. */
type Refusal = readonly [status: number, code: number];

/** Somebody who tries every route. */
export interface Visitor {
  readonly name: string;
  /** Made anew once a request may have ended it. */
  readonly credential: () => Credential | Promise<Credential>;
  /** What every route answers, open ones too, because the credential is no good. */
  readonly refused?: Refusal;
  /** Roles of whom the credential belongs to; absent for nobody. */
  readonly roles?: readonly string[];
}

/** One request of the matrix, and what has to come of it: a refusal, or admission to the operation. */
interface Row {
  readonly method: string;
  readonly path: string;
  readonly visitor: Visitor;
  readonly expected: Refusal | 'admitted';
}

interface Parts {
  readonly kernel: Pick<Kernel, 'url'>;
  /** Folder of the installation, whose manifests say what the roles permit. */
  readonly root: string;
  readonly visitors: readonly Visitor[];
}

type Answer = Omit<Received, 'body'> & { readonly body: { error?: { code?: number; message?: string } } };

const loginRequired: Refusal = [401, 11];
const permissionDenied: Refusal = [403, 13];
const everything = '*';
// What an address is filled with where any word would only be unknown.
const words: Readonly<Record<string, string>> = { type: 'site' };

/** Every route by every visitor: what has to be answered follows from what the route declares, and from nothing else. */
export class AuthorisationMatrix {
  readonly #parts: Parts;
  readonly #permissions: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #client: Client;
  readonly #credentials = new Map<Visitor, Credential>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#permissions = permissionsByRole(parts.root);
    this.#client = new Client(parts.kernel.url);
  }

  /** Closes the connection; a kernel that stops waits for it. */
  close(): void {
    this.#client.close();
  }

  /** All requests to one route: each of its methods by each visitor. */
  rowsOf(route: Route): Row[] {
    const methods = route.methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    return methods.flatMap((method) =>
      this.#parts.visitors.map((visitor) => {
        return { method, path: pathOf(route, method), visitor, expected: this.#expected(route, visitor) };
      }),
    );
  }

  /** Sends them, and tells of each that was answered otherwise than the route declares. */
  async problemsOf(route: Route): Promise<string[]> {
    const problems: string[] = [];
    for (const row of this.rowsOf(route)) {
      const answer = await this.#send(row);
      const problem = row.expected === 'admitted' ? notAdmitted(route, answer) : notRefused(row, row.expected, answer);
      if (problem === undefined) continue;
      const { method, path, visitor } = row;
      problems.push(`${method} ${path} (declared: ${nameOf(route.access)}) by ${visitor.name}: ${problem}`);
    }
    return problems;
  }

  #expected({ access }: Route, { refused, roles }: Visitor): Row['expected'] {
    if (refused) return refused;
    if (access.kind === 'open') return 'admitted';
    if (!roles) return loginRequired;
    if (access.kind === 'signedIn') return 'admitted';
    const all = roles.flatMap((role) => [...(this.#permissions.get(role) ?? [])]);
    return all.includes(access.permission) || all.includes(everything) ? 'admitted' : permissionDenied;
  }

  async #send({ method, path, visitor }: Row): Promise<Answer> {
    const { headers = {}, query = {} } = await this.#credentialOf(visitor);
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead) this.#credentials.delete(visitor);
    const search = new URLSearchParams(query).toString();
    const body = isRead ? {} : { body: '{}' };
    const sent = { method, path: search === '' ? path : `${path}?${search}`, ...body };
    const type = isRead ? {} : { 'Content-Type': 'application/json' };
    return (await this.#client.send({ ...sent, headers: { ...type, ...headers } })) as Answer;
  }

  async #credentialOf(visitor: Visitor): Promise<Credential> {
    const credential = this.#credentials.get(visitor) ?? (await visitor.credential());
    this.#credentials.set(visitor, credential);
    return credential;
  }
}

/** Reads the manifests themselves, so that a kernel that gives a role more than they say is found out. */
function permissionsByRole(root: string): Map<string, Set<string>> {
  const permissions = new Map<string, Set<string>>();
  for (const file of manifestsOf(root)) {
    const { roles = {} } = JSON.parse(readFileSync(file, 'utf8')) as { roles?: Record<string, string[]> };
    for (const [role, more] of Object.entries(roles)) {
      permissions.set(role, new Set([...(permissions.get(role) ?? []), ...more]));
    }
  }
  return permissions;
}

function notRefused({ method }: Row, [status, code]: Refusal, answer: Answer): string | undefined {
  const isBare = method === 'HEAD';
  const isRight = answer.status === status && (isBare || answer.body.error?.code === code);
  if (!isRight) return `expected ${status} with code ${code}, but it answered ${say(answer)}`;
  if (status === 401 && !answer.headers['www-authenticate']?.includes('realm=')) {
    return `it answered ${say(answer)} without WWW-Authenticate`;
  }
  return undefined;
}

/** Behind the admission everything is right but what only the admission may say, and a breakdown. */
function notAdmitted({ fails }: Route, answer: Answer): string | undefined {
  const { status } = answer;
  const { code, message } = answer.body.error ?? {};
  // An operation has refusals of its own with this code; they say why in another sentence.
  const isDenied = status === 403 && code === 13 && message === standardFailures.permissionDenied.message;
  const isDeclared = status === 500 && fails.some((one) => one.status === 500 && one.code === code);
  const isWrong = status === 401 || isDenied || (status >= 500 && !isDeclared);
  return isWrong ? `expected to be admitted, but it answered ${say(answer)}` : undefined;
}

function say({ status, body }: Answer): string {
  const { code, message = '' } = body.error ?? {};
  return code === undefined ? String(status) : `${status} with code ${code} (${message})`;
}

/** What is changed or removed belongs to nobody, so that the visitors behind find the same as those before. */
function pathOf({ address, parameters }: Route, method: string): string {
  const id = method === 'GET' || method === 'HEAD' ? '1' : '999999999';
  const valueOf = (name: string) => words[name] ?? (name === 'id' || name.endsWith('Id') ? id : 'word');
  return `/api${parameters.reduce((path, name) => path.replace(`{${name}}`, valueOf(name)), address)}`;
}

function manifestsOf(root: string): string[] {
  const layers = ['core', 'plugins'].map((layer) => join(root, layer)).filter(existsSync);
  const modules = layers.flatMap((layer) => readdirSync(layer).map((name) => join(layer, name)));
  return [...modules, join(root, 'custom')].map((module) => join(module, 'module.json')).filter(existsSync);
}
