import type { Caller } from 'lectern';
import type { Viewer } from './services/exercises.ts';

/** Managers see exercises of every status; other callers, signed in or not, the published ones. */
export function viewerOf(user: Caller | undefined): Viewer {
  return { manages: user?.permissions.has('admin_exercise') ?? false };
}
