import { input } from 'lectern';

/** Filters of all lists of goods that come with a membership. */
export const levelCondition = {
  levelId: input.optional(input.id('Only what the members of this level have; all levels unless told.')),
};
