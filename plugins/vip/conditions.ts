import { input, type Caller } from 'lectern';

/** Filters of all lists of goods that come with a membership. */
export const levelCondition = {
  levelId: input.optional(input.id('Only goods that this membership level includes; default: goods of all levels.')),
};

/** Whether a caller manages levels; others cannot see disabled levels. */
export function managesLevels(user: Caller | undefined): boolean {
  return user?.permissions.has('admin_vip') === true;
}
