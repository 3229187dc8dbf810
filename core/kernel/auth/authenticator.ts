import type { Caller, RequestView } from '../declare/call.ts';
import type { FailureKind } from '../declare/failure.ts';

declare module '../declare/services.ts' {
  interface ExtensionPoints {
    authenticators: Authenticator;
  }
}

/**
 * Finds one kind of credential in requests and identifies the caller. Modules contribute authenticators to the
 * extension point `authenticators`.
 *
 * @example
 * class ApiKeys implements Authenticator {
 *   readonly name = 'ApiKey';
 *   readonly rank = 60;
 *   readonly challenge = 'ApiKey realm="lectern"';
 *   readonly security = { type: 'apiKey', in: 'header', name: 'X-Api-Key' };
 *   readonly fails = [standardFailures.invalidCredential];
 *   find = (request: RequestView) => request.header('x-api-key');
 *   identify(key: string): Promise<Caller> { ... }
 * }
 */
export interface Authenticator {
  /** Name of the security scheme in the OpenAPI document. */
  readonly name: string;
  /** If a request has several credentials, the authenticator with the lowest rank identifies the caller. */
  readonly rank: number;
  /** Challenge in `WWW-Authenticate` of a 401; absent for credentials without an HTTP scheme, such as cookies. */
  readonly challenge?: string;
  /** OpenAPI security scheme object. */
  readonly security: Readonly<Record<string, unknown>>;
  /** Names of further query parameters of a credential in the query, besides that of `security`. */
  readonly parameters?: readonly string[];
  /** Failures of `identify`, listed by the OpenAPI document for every operation; defaults to `invalidCredential`. */
  readonly fails?: readonly FailureKind[];
  /** The credential of this kind in the request, or undefined when there is none. */
  find(request: RequestView): string | undefined;
  /** The caller to whom the credential belongs. @throws Failure when the credential is not valid */
  identify(credential: string, request: RequestView): Caller | Promise<Caller>;
}
