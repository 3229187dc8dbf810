/** What a member of an exercise can be. */
export const memberRoles = ['student', 'teacher'] as const;

export type MemberRole = (typeof memberRoles)[number];
