import { input, type InputOf } from 'lectern';

/** Input of a new membership level. */
export const newLevel = {
  name: input.text({ description: 'Name.' }),
  seq: input.integer({ maximum: 1_000_000, description: 'Order; a higher level includes the lower ones.' }),
  icon: input.optional(input.url({ description: 'Icon.' })),
  monthPrice: input.money({ description: 'Price of a month.' }),
  yearPrice: input.money({ description: 'Price of a year.' }),
  description: input.optional(input.text({ maxLength: 5_000, description: 'Description.' })),
  freeLearned: input.optional(input.bool({ description: 'Whether its courses are free.' })),
  enabled: input.optional(input.bool({ description: 'Whether it can be bought.' })),
  maxRate: input.optional(
    input.integer({ maximum: 100, description: 'Largest part of the price that coins may pay, in percent.' }),
  ),
};

export const levelChange = {
  ...newLevel,
  name: input.optional(newLevel.name),
  seq: input.optional(newLevel.seq),
  monthPrice: input.optional(newLevel.monthPrice),
  yearPrice: input.optional(newLevel.yearPrice),
};

export type NewLevel = InputOf<typeof newLevel>;
export type LevelChange = InputOf<typeof levelChange>;
