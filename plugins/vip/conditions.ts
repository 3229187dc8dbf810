import { input } from 'lectern';

/** Filters of all lists of goods that come with a membership. */
export const levelCondition = {
  levelId: input.optional(input.id('Only goods of this level; default: all levels.')),
};
