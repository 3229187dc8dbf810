import type { NextFunction, Request, Response } from 'express';
import type { Caller } from './call.ts';

/** Express request to a mount; `caller` is undefined for an anonymous request. */
export type MountedRequest = Request & { readonly caller: Caller | undefined };

/** Sources that a security policy allows besides the default, such as `{ 'script-src': ['https://cdn.example.com'] }`. */
export type ContentSecurity = Partial<Readonly<Record<WidenedDirective, readonly string[]>>>;
type Resource = 'connect' | 'font' | 'frame' | 'img' | 'manifest' | 'media' | 'script' | 'style' | 'worker';
type WidenedDirective = `${Resource}-src` | 'form-action' | 'frame-ancestors';

/**
 * Express middleware at an address, contributed to the extension point `mounts`. The middleware reads and answers
 * requests itself, without validation or filter. Access, body limit, security headers, log and error answers still apply.
 *
 * @example
 * export default { graph: contributes('mounts', Graph) };
 */
export interface Mount {
  /**
   * Path below `/api`, without parameters. The mount answers this path and all paths below, for every method. The rules
   * of resource addresses apply, but the mount has no second spelling in singular or plural.
   */
  readonly address: string;
  /** Allows anonymous callers; by default the caller has to be signed in. */
  readonly open?: boolean;
  /** Permission that the caller needs. */
  readonly requires?: string;
  /** Maximum size of a body in bytes; defaults to `http.bodyLimit`, without a caller to `http.anonymousBodyLimit`. */
  readonly bodyLimit?: number;
  /** Sources added to the security policy of HTML, such as `{ 'img-src': ['data:'] }`; by default files of this origin only. */
  readonly contentSecurity?: ContentSecurity;
  /** Answers the request, or calls `next`: with an error to be answered, or without one for 404. */
  handle(request: MountedRequest, response: Response, next: NextFunction): unknown;
}

/** A page with its files outside the API, contributed to the extension point `pages`; anyone may read them. */
export interface Pages {
  /** Path of the page, such as `/console`. The page also answers all paths below that have no file extension. */
  readonly address: string;
  /** Folder below that of the module, with `index.html`, the page itself, and the files that the page loads. */
  readonly folder: string;
  /** Sources added to the security policy, such as `{ 'img-src': ['data:'] }`; by default files of this origin only. */
  readonly contentSecurity?: ContentSecurity;
}
