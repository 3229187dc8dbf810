import { defineStates, type StateOf } from 'lectern';

/** Where an article may go from each status; restoring one from the trash does not publish it. */
export const articleStates = defineStates({
  published: ['unpublished', 'trash'],
  unpublished: ['published', 'trash'],
  trash: ['unpublished'],
});

export type ArticleStatus = StateOf<typeof articleStates>;
