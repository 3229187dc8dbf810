import { defineStates, type StateOf } from 'lectern';

/** What goods can be; one that was published never becomes a draft again, and closed ones are no longer offered. */
export const goodsStates = defineStates({
  draft: ['published'],
  published: ['closed'],
  closed: ['published'],
});

export type GoodsStatus = StateOf<typeof goodsStates>;

/** Statuses that goods can be made with. */
export const firstStatuses = ['draft', 'published'] as const;

/** For ever, some days after joining, between two dates, or until a date. */
export const expiryModes = ['forever', 'days', 'date', 'end_date'] as const;

export type ExpiryMode = (typeof expiryModes)[number];

/** What a member does there. */
export const memberRoles = ['student', 'teacher'] as const;

export type MemberRole = (typeof memberRoles)[number];
