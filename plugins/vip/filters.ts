import { input, type Caller } from 'lectern';

/** Query parameter of all lists of goods that memberships include. */
export const levelFilter = {
  levelId: input.optional(
    input.id({ description: 'Only goods that this membership level includes; default: goods of all levels.' }),
  ),
};

/** Whether a caller manages levels; other callers cannot see disabled levels. */
export function managesLevels(user: Caller | undefined): boolean {
  return user?.permissions.has('admin_vip') === true;
}
