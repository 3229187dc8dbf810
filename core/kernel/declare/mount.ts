import type { NextFunction, Request, Response } from 'express';
import type { Caller } from './call.ts';

/** A request on its way through a mount: Express's own, and who calls. */
export type MountedRequest = Request & { readonly caller: Caller | undefined };

/**
 * Express middleware at an address, contributed to the extension point `mounts`. It reads the request and answers it
 * itself, so nothing is validated and nothing filtered; who may call, how large a body may be, headers, log and errors
 * are the kernel's affair as anywhere.
 *
 * @example
 * export default { graph: contributes('mounts', asClass(Graph)) };
 */
export interface Mount {
  /**
   * Path below `/api`; the mount answers it and all that lies below, whatever the method. The same rules hold as for
   * a resource, but it is served only as it is written.
   */
  readonly address: string;
  /** Anyone may call; whoever has signed in unless this is said. */
  readonly open?: boolean;
  /** Permission that the caller needs. */
  readonly requires?: string;
  /** Bytes that a body may have; `http.bodyLimit` of the configuration unless said. */
  readonly bodyLimit?: number;
  /** Answers, or hands on by `next`: an error to be answered, or nothing where nothing is there. */
  handle(request: MountedRequest, response: Response, next: NextFunction): unknown;
}
