import type { OpenCall } from 'lectern';

declare module 'lectern' {
  interface Caller {
    /** Whether the caller may have made changes that replicas lack; undefined when unknown. */
    readonly wroteLately?: boolean;
  }
}

/** Call of a GET whose reads may be some seconds old. Reads without one use the primary. */
export type ReadCall = Pick<OpenCall, 'user' | 'request'>;

/**
 * Whether a read replica may answer. Calls that may write read from the primary, so that they see their own changes.
 * Reads of callers with recent or unknown changes use the primary as well.
 */
export function mayLag({ user, request }: ReadCall): boolean {
  const { method } = request.message;
  if (method !== 'GET' && method !== 'HEAD') return false;
  return user === undefined || user.wroteLately === false;
}
