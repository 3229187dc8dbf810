import type { Caller } from 'lectern';
import type { Visibility } from './services/exercises.ts';

/** Returns the rights of a caller: managers see exercises of every status, other callers only published ones. */
export function visibilityOf(user: Caller | undefined): Visibility {
  return { manages: user?.permissions.has('admin_exercise') ?? false };
}
