import { defineStates, type StateOf } from 'lectern';

/** Statuses of goods and their transitions. Closed goods are not offered until they are published again. */
export const goodsStates = defineStates({
  draft: ['published'],
  published: ['closed'],
  closed: ['published'],
});

export type GoodsStatus = StateOf<typeof goodsStates>;

/** Statuses that new goods may have. */
export const firstStatuses = ['draft', 'published'] as const;

/** Validity of a membership: unlimited, some days from joining, between two dates, or until a date. */
export const expiryModes = ['forever', 'days', 'date', 'end_date'] as const;

export type ExpiryMode = (typeof expiryModes)[number];

/** Ways to become a member: by a manager, by an order, for free, or because a membership includes the goods. */
export const accesses = ['granted', 'bought', 'free', 'covered'] as const;

export type Access = (typeof accesses)[number];

export const memberRoles = ['student', 'teacher'] as const;

export type MemberRole = (typeof memberRoles)[number];
