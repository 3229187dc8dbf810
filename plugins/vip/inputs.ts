import { input, type InputOf } from 'lectern';

/** Input of a new membership level. */
export const newLevel = {
  name: input.text({ description: 'Name.' }),
  seq: input.integer({ maximum: 1_000_000, description: 'Rank; a higher level includes the lower levels.' }),
  icon: input.optional(input.url({ description: 'Address of the icon.' })),
  monthPrice: input.money({ description: 'Price of a month.' }),
  yearPrice: input.money({ description: 'Price of a year.' }),
  description: input.optional(input.text({ maxLength: 5_000, description: 'Description.' })),
  freeLearned: input.optional(input.bool({ description: 'Whether the courses of the level are free.' })),
  enabled: input.optional(input.bool({ description: 'Whether the level can be bought.' })),
  maxRate: input.optional(
    input.integer({ maximum: 100, description: 'Maximum percentage of the price that coins may pay.' }),
  ),
};

export const levelChange = {
  ...newLevel,
  name: input.optional(newLevel.name),
  seq: input.optional(newLevel.seq),
  monthPrice: input.optional(newLevel.monthPrice),
  yearPrice: input.optional(newLevel.yearPrice),
};

/** Reason for a manager's change of a membership, stored in the history. */
export const reason = input.text({
  maxLength: 500,
  description: 'Why the membership is changed; kept in its history.',
});
const days = (description: string) => input.integer({ minimum: 1, maximum: 3_660, description });

/** Input of a membership that a manager grants. */
export const grant = {
  userId: input.id({ description: 'Id of the user.' }),
  levelId: input.id({ description: 'Id of the level, which may be disabled.' }),
  days: days('Days from today until its last day.'),
  reason,
};

/** Input of an extension by a manager. */
export const extension = { days: days('Days that are added.'), reason };

export type GrantInput = InputOf<typeof grant>;
export type Extension = InputOf<typeof extension>;
export type Reason = InputOf<{ reason: typeof reason }>;
export type NewLevel = InputOf<typeof newLevel>;
export type LevelChange = InputOf<typeof levelChange>;
