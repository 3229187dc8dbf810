import { defineFailures } from 'lectern';

export const failures = defineFailures({
  levelNotFound: [10, 404, 'There is no such membership level.'],
  levelInUse: [14, 409, 'The level has goods, or has had members; disable the level instead.'],
  noMembership: [10, 404, 'The user never had a membership; grant one with POST /plugins/vip/memberships.'],
  memberAlready: [14, 409, 'The user has a valid membership; extend it, or end it first.'],
  membershipExpired: [14, 409, 'The membership has expired; grant a new one with POST /plugins/vip/memberships.'],
  notYours: [13, 403, 'Only the owner of a membership may read it.'],
});
