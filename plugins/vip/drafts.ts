import { input } from 'lectern';

const level = {
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

/** What may be said of a membership level. */
export const newLevel = level;
export const levelChange = {
  ...level,
  name: input.optional(level.name),
  seq: input.optional(level.seq),
  monthPrice: input.optional(level.monthPrice),
  yearPrice: input.optional(level.yearPrice),
};
