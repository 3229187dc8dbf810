import { input, type InputOf } from 'lectern';

export const newLevel = {
  name: input.text({ description: 'Name for readers.' }),
  seq: input.integer({ maximum: 1_000_000, description: 'Rank; a higher level includes the lower levels.' }),
  icon: input.optional(input.url({ description: 'Address of the icon; default: none.' })),
  monthPrice: input.money({ description: 'Price of a month, in RMB.' }),
  yearPrice: input.money({ description: 'Price of a year, in RMB.' }),
  description: input.optional(input.text({ maxLength: 5_000, description: 'Description for buyers, as text.' })),
  freeLearned: input.optional(
    input.bool({ description: 'Whether members join the goods of the level without an order; default: true.' }),
  ),
  enabled: input.optional(input.bool({ description: 'Whether the level can be bought; default: true.' })),
  maxRate: input.optional(
    input.integer({ maximum: 100, description: 'Maximum percentage of the price that coins may pay; 0 for none.' }),
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

export const grant = {
  userId: input.id({ description: 'Id of the user who becomes a member.' }),
  levelId: input.id({ description: 'Id of the level, which may be disabled.' }),
  days: days('Days from today until its last day.'),
  reason,
};

export const extension = { days: days('Days that are added to the last day of the membership.'), reason };

export type GrantInput = InputOf<typeof grant>;
export type Extension = InputOf<typeof extension>;
export type Reason = InputOf<{ reason: typeof reason }>;
export type NewLevel = InputOf<typeof newLevel>;
export type LevelChange = InputOf<typeof levelChange>;
