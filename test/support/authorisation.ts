import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kernel, Route } from 'lectern/host';
import { accessName, findFolders } from '../../core/hosting/internals.ts';
import { rawTypes } from '../../core/kernel/declare/input.ts';
import { Client, type Received } from '../../core/devtools/check/requests/client.ts';

/** Headers and query parameters with the credential of a request. */
interface Credential {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** Status and code of an answer. */
type Refusal = readonly [status: number, code: number];

/** A client that requests every route, with one kind of credential. */
export interface Visitor {
  readonly name: string;
  /** Creates the credential; called again after a request that may have revoked the credential. */
  readonly credential: () => Credential | Promise<Credential>;
  /** Answer of every route, also of open routes, for an invalid credential; absent for valid credentials. */
  readonly refused?: Refusal;
  /** Roles of the user of the credential; absent without a user. */
  readonly roles?: readonly string[];
}

/** One request of the matrix with the expected outcome: a refusal, or the admission to the operation. */
interface Row {
  readonly method: string;
  readonly path: string;
  /** Media type of the body. */
  readonly type: string;
  readonly visitor: Visitor;
  readonly expected: Refusal | 'admitted';
}

interface Parts {
  readonly kernel: Pick<Kernel, 'url'>;
  /** Folder of the installation, whose manifests define the permissions of the roles. */
  readonly root: string;
  readonly visitors: readonly Visitor[];
  /** Whether valid credentials request every method of a route, also `HEAD`, instead of the first one; default: true. */
  readonly everyMethod?: boolean;
}

type Answer = Omit<Received, 'body'> & { readonly body: { error?: { code?: number; message?: string } } };

const loginRequired: Refusal = [401, 11];
const permissionDenied: Refusal = [403, 13];
const everything = '*';
// Valid values for path parameters; other parameters get an arbitrary value.
const words: Readonly<Record<string, string>> = { type: 'site' };

/** Sends a request to every route as every visitor. The declaration of the route determines the expected answer. */
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

  /** Closes the connection, because a stopping kernel waits for open connections. */
  close(): void {
    this.#client.close();
  }

  /** Returns all requests to one route: the first of its methods by each visitor, the others with valid credentials. */
  rowsOf(route: Route): Row[] {
    const all = route.methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const methods = (this.#parts.everyMethod ?? true) ? all : all.slice(0, 1);
    return methods.flatMap((method, index) =>
      this.#parts.visitors.flatMap((visitor) => {
        if (visitor.refused && index > 0) return [];
        const type = typeOf(route);
        return { method, path: pathOf(route, method), type, visitor, expected: this.#expected(route, visitor) };
      }),
    );
  }

  /** Sends all requests to a route. @returns a description of each unexpected answer */
  async problemsOf(route: Route): Promise<string[]> {
    const problems: string[] = [];
    for (const row of this.rowsOf(route)) {
      const answer = await this.#send(row);
      const problem = row.expected === 'admitted' ? notAdmitted(route, answer) : notRefused(row, row.expected, answer);
      if (problem === undefined) continue;
      const { method, path, visitor } = row;
      problems.push(`${method} ${path} (declared: ${accessName(route.access)}) by ${visitor.name}: ${problem}`);
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

  async #send({ method, path, type, visitor }: Row): Promise<Answer> {
    const { headers = {}, query = {} } = await this.#credentialOf(visitor);
    const isRead = method === 'GET' || method === 'HEAD';
    const search = new URLSearchParams(query).toString();
    const body = isRead ? {} : { body: '{}', headers: { 'Content-Type': type, ...headers } };
    const sent = { method, path: search === '' ? path : `${path}?${search}`, headers, ...body };
    const answer = (await this.#client.send(sent)) as Answer;
    const isRefused = answer.status >= 400 && answer.status < 500;
    if (!isRead && !isRefused) this.#credentials.delete(visitor);
    return answer;
  }

  async #credentialOf(visitor: Visitor): Promise<Credential> {
    const credential = this.#credentials.get(visitor) ?? (await visitor.credential());
    this.#credentials.set(visitor, credential);
    return credential;
  }
}

/** Reads the permissions of all roles from the manifests, to detect a kernel that grants more. */
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

/** Describes an answer that an admitted request must not get: a refusal of the admission, or an internal error. */
function notAdmitted({ fails }: Route, answer: Answer): string | undefined {
  const { status } = answer;
  const { code, message } = answer.body.error ?? {};
  // Operations refuse with the same code, but with a different message.
  const isDenied = status === 403 && code === 13 && message?.startsWith('Permission denied; ask') === true;
  const isDeclared = status === 500 && fails.some((one) => one.status === 500 && one.code === code);
  const isWrong = status === 401 || isDenied || (status >= 500 && !isDeclared);
  return isWrong ? `expected to be admitted, but it answered ${say(answer)}` : undefined;
}

function say({ status, body }: Answer): string {
  const { code, message = '' } = body.error ?? {};
  return code === undefined ? String(status) : `${status} with code ${code} (${message})`;
}

/** Returns the path of a request. Changes and removals use a missing id, so that all visitors find the same data. */
function pathOf({ address, parameters }: Route, method: string): string {
  const id = method === 'GET' || method === 'HEAD' ? '1' : '999999999';
  const valueOf = (name: string) => words[name] ?? (name === 'id' || name.endsWith('Id') ? id : 'word');
  return `/api${parameters.reduce((path, name) => path.replace(`{${name}}`, valueOf(name)), address)}`;
}

function manifestsOf(root: string): string[] {
  const modules = findFolders({ root }).folders.map(({ folder }) => folder);
  return [...modules, join(root, 'custom')].map((module) => join(module, 'module.json')).filter(existsSync);
}

/** Media type that a route accepts for a body. */
function typeOf({ input }: Route): string {
  const [type = '*/*'] = rawTypes(input) ?? [];
  return type === '*/*' ? 'application/json' : type;
}
