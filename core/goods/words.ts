import { defineStates, type StateOf } from 'lectern';

/** Statuses of goods; published ones never become drafts again, and closed ones are no longer offered. */
export const goodsStates = defineStates({
  draft: ['published'],
  published: ['closed'],
  closed: ['published'],
});

export type GoodsStatus = StateOf<typeof goodsStates>;

/** Initial statuses of goods. */
export const firstStatuses = ['draft', 'published'] as const;

/** Unlimited, some days after joining, between two dates, or until a date. */
export const expiryModes = ['forever', 'days', 'date', 'end_date'] as const;

export type ExpiryMode = (typeof expiryModes)[number];

/** Roles of a member. */
export const memberRoles = ['student', 'teacher'] as const;

export type MemberRole = (typeof memberRoles)[number];
