import { defineStates, type StateOf } from 'lectern';

/** Transitions of an article's status; restoring one from the trash does not publish it. */
export const articleStates = defineStates({
  published: ['unpublished', 'trash'],
  unpublished: ['published', 'trash'],
  trash: ['unpublished'],
});

export type ArticleStatus = StateOf<typeof articleStates>;
