import type { Caller, RequestView } from '../declare/call.ts';
import type { Failure } from '../declare/failure.ts';
import type { Access } from '../declare/resource_records.ts';
import { standardFailures } from '../declare/standard_failures.ts';
import type { Authenticator } from './authenticator.ts';

/** Returns the caller of the first credential, in order of the ranks; undefined without a credential. */
export type Identify = (request: RequestView) => Caller | undefined | Promise<Caller>;

function byRank(authenticators: readonly Authenticator[]): Authenticator[] {
  return [...authenticators].sort((a, b) => a.rank - b.rank);
}

/** Chains the authenticators, the lowest rank first. A wrong credential is rejected even by an open operation. */
export function authenticatorChain(
  authenticators: readonly Authenticator[],
  guard: (one: Authenticator) => Pick<Authenticator, 'find' | 'identify'>,
): Identify {
  const chain = byRank(authenticators).map(guard);
  return (request) => {
    for (const authenticator of chain) {
      const credential = authenticator.find(request);
      if (credential !== undefined) return authenticator.identify(credential, request);
    }
    return undefined;
  };
}

/** Names of the request headers that carry credentials, separated by commas, for `Vary`. */
export function credentialHeaders(authenticators: readonly Authenticator[]): string {
  const headers = byRank(authenticators).map(({ security: { type, in: place, name } }) => {
    if (type !== 'apiKey') return 'Authorization';
    return place === 'header' ? String(name) : place === 'cookie' ? 'Cookie' : undefined;
  });
  return [...new Set(headers.filter((header) => header !== undefined))].join(', ');
}

/** Query parameters of each credential in the query, that of `security` first. */
export function credentialParameters(authenticators: readonly Authenticator[]): (readonly string[])[] {
  const inQuery = authenticators.filter(({ security }) => security['in'] === 'query');
  return inQuery.map(({ security, parameters = [] }) => [String(security['name']), ...parameters]);
}

/** Values of `WWW-Authenticate` for answers with 401: the challenges of the authenticators, the lowest rank first. */
export interface Challenges {
  readonly all: string;
  /** All but Basic, Digest, Negotiate and NTLM, for which browsers open a login dialog. */
  readonly forScripts: string;
}

export function challengesOf(authenticators: readonly Authenticator[]): Challenges {
  const each = byRank(authenticators).flatMap(({ challenge }) => challenge ?? []);
  const answeredByPages = each.filter((challenge) => !/^(basic|digest|negotiate|ntlm)\b/i.test(challenge));
  return { all: each.join(', '), forScripts: answeredByPages.join(', ') };
}

/** Failure of an unauthorized call: loginRequired or permissionDenied; undefined when the call is allowed. */
export function refusalOf(access: Access, caller: Caller | undefined): Failure | undefined {
  if (access.kind === 'open') return undefined;
  if (!caller) return standardFailures.loginRequired();
  if (access.kind === 'permission' && !caller.permissions.has(access.permission))
    return standardFailures.permissionDenied({
      message: `Permission denied; ask an administrator for the permission "${access.permission}".`,
    });
  return undefined;
}
