/** What goods can be; a draft is being made, closed ones are no longer offered. */
export const goodsStatuses = ['draft', 'published', 'closed'] as const;

export const courseTypes = ['normal', 'live'] as const;

export const courseSetTypes = ['normal', 'live', 'liveOpen', 'open'] as const;

export const memberRoles = ['student', 'teacher'] as const;

/** For ever, some days after joining, between two dates, or until a date. */
export const expiryModes = ['forever', 'days', 'date', 'end_date'] as const;
