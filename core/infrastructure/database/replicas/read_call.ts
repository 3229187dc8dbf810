import type { OpenCall } from 'lectern';

declare module 'lectern' {
  interface Caller {
    /** Whether the caller may have made changes that replicas lack; undefined when unknown. */
    readonly wroteLately?: boolean;
  }
}

/** Call of a GET operation whose reads may be some seconds old. Reads without a call always use the primary. */
export type ReadCall = Pick<OpenCall, 'user' | 'request'>;

/**
 * Whether a read replica may answer the reads of a call: a GET or HEAD request that is anonymous, or whose caller has
 * made no recent changes. Other calls read from the primary, so that clients see their own changes.
 */
export function mayLag({ user, request }: ReadCall): boolean {
  const { method } = request.message;
  if (method !== 'GET' && method !== 'HEAD') return false;
  return user === undefined || user.wroteLately === false;
}

/** Whether a read replica may answer the reads of a call; false without replicas. */
export function readsReplica(
  { replicas }: { readonly replicas: object | undefined },
  call: ReadCall | undefined,
): boolean {
  return replicas !== undefined && call !== undefined && mayLag(call);
}
