import { input, inputsOf, type InputOf } from 'lectern';
import { vipLevel } from './shapes/vip_level.ts';

const more = ['icon', 'description', 'freeLearned', 'enabled'] as const;
const seq = input.integer({ maximum: 1_000_000, description: 'Rank; a higher level includes the lower levels.' });
const maxRate = input.optional(
  input.integer({ maximum: 100, description: 'Maximum percentage of the price that coins may pay; 0 for none.' }),
);

export const newLevel = { ...inputsOf(vipLevel, ['name', 'monthPrice', 'yearPrice'], more), seq, maxRate };
export const levelChange = {
  ...inputsOf(vipLevel, [], ['name', 'monthPrice', 'yearPrice', ...more]),
  seq: input.optional(seq),
  maxRate,
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
