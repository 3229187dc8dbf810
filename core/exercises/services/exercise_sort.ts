import type { SortKey } from 'lectern';

const columns = {
  createdTime: 'created_at',
  updatedTime: 'updated_at',
  price: 'price',
  rating: 'rating',
  studentNum: 'student_num',
  recommendedSeq: 'recommended_seq',
} as const;

export type ExerciseSort = keyof typeof columns;

/** Names that the list can be sorted by. */
export const exerciseSorts = Object.keys(columns) as [ExerciseSort, ...ExerciseSort[]];

const newestFirst: SortKey<ExerciseSort> = { name: 'createdTime', descending: true };

/**
 * The order as SQL, newest first unless told. Ties are broken by id in the direction of the last name, so that the index
 * of a single name can be read from either end.
 */
export function exerciseOrder(sort: readonly SortKey<ExerciseSort>[] = []): string {
  const keys = sort.length > 0 ? sort : [newestFirst];
  const parts = keys.map(({ name, descending }) => `${columns[name]} ${directionOf(descending)}`);
  return `${parts.join(', ')}, id ${directionOf(keys.at(-1)?.descending)}`;
}

/** The orders by one name only, which nearly all lists have. */
export const plainOrders: readonly string[] = exerciseSorts.flatMap((name) =>
  [false, true].map((descending) => exerciseOrder([{ name, descending }])),
);

function directionOf(descending = false): string {
  return descending ? 'desc' : 'asc';
}
