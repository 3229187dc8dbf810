/** Where an article may go from each status; restoring one from the trash does not publish it. */
const transitions = {
  published: ['unpublished', 'trash'],
  unpublished: ['published', 'trash'],
  trash: ['unpublished'],
} as const;

export type ArticleStatus = keyof typeof transitions;

export const articleStatuses = Object.keys(transitions) as [ArticleStatus, ...ArticleStatus[]];

/** Whether an article may go from one status to another; staying is always allowed. */
export function mayBecome(from: ArticleStatus, to: ArticleStatus): boolean {
  return from === to || (transitions[from] as readonly ArticleStatus[]).includes(to);
}
