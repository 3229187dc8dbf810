import type { OpenCall } from 'lectern';

declare module 'lectern' {
  interface Caller {
    /**
     * Whether the caller may have changed something that read replicas do not know of yet; undefined where nobody knows.
     */
    readonly wroteLately?: boolean;
  }
}

/**
 * For whom something is read that may be some seconds old: the call of a GET. What is read without one is read where it
 * is written.
 */
export type ReadCall = Pick<OpenCall, 'user' | 'request'>;

/**
 * Whether a read replica may answer. A call that may change something reads what it has changed; a user sees what he or
 * she has changed; of whom nobody knows when they last changed something, the same is true.
 */
export function mayLag({ user, request }: ReadCall): boolean {
  const { method } = request.message;
  if (method !== 'GET' && method !== 'HEAD') return false;
  return user === undefined || user.wroteLately === false;
}
