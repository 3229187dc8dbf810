/** Where an exercise may go from each status; one that was published never becomes a draft again. */
const transitions = {
  draft: ['published'],
  published: ['closed'],
  closed: ['published'],
} as const;

export type ExerciseStatus = keyof typeof transitions;

export const exerciseStatuses = Object.keys(transitions) as [ExerciseStatus, ...ExerciseStatus[]];

/** Statuses that an exercise can be made with. */
export const firstStatuses = ['draft', 'published'] as const;

/** Whether an exercise may go from one status to another; staying is always allowed. */
export function mayBecome(from: ExerciseStatus, to: ExerciseStatus): boolean {
  return from === to || (transitions[from] as readonly ExerciseStatus[]).includes(to);
}
