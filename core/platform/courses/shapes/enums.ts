export const courseTypes = ['normal', 'live'] as const;

export const courseSetTypes = ['normal', 'live', 'liveOpen', 'open'] as const;
