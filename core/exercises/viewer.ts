import type { Caller } from 'lectern';
import type { Viewer } from './services/exercises.ts';

/** Returns the rights of a caller: managers see exercises of every status, other callers only published ones. */
export function viewerOf(user: Caller | undefined): Viewer {
  return { manages: user?.permissions.has('admin_exercise') ?? false };
}
