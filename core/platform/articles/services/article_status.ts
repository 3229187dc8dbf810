import { defineStates, type StateOf } from 'lectern';

/** Transitions of an article's status; an article restored from the trash is unpublished. */
export const articleStates = defineStates({
  published: ['unpublished', 'trash'],
  unpublished: ['published', 'trash'],
  trash: ['unpublished'],
});

export type ArticleStatus = StateOf<typeof articleStates>;
