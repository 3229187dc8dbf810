import { field, shape } from 'lectern';

export const membershipStates = ['valid', 'expired'] as const;
const units = ['month', 'year'] as const;
const actions = ['new', 'renew', 'upgrade', 'refund', 'end'] as const;

export const managedMembership = shape('ManagedMembership').mode('public', {
  id: field.intString('Id, which is that of the user.'),
  userId: field.intString('Id of the user who is the member.'),
  nickname: field.nullable(field.text('Nickname of the user; null when the account was removed.')),
  levelId: field.intString('Id of the level that the user has.'),
  vipName: field.text('Name of that level.'),
  state: field.oneOf(membershipStates, 'Whether the membership is valid now.'),
  deadline: field.datetime('End of the membership: the end of its last day.'),
  createdTime: field.datetime('When the user became a member for the first time.'),
  updatedTime: field.datetime('Time of the last change.'),
});

export const membershipRecord = shape('MembershipRecord').mode('public', {
  id: field.intString('Id.'),
  action: field.oneOf(actions, 'Change: start, more time, a higher level, a refund, or the end by a manager.'),
  levelId: field.intString('Id of the level after the change.'),
  unit: field.oneOf(units, 'Unit that the price of an upgrade depends on.'),
  deadlineBefore: field.nullable(
    field.datetime('End of the membership before the change; null for the first membership.'),
  ),
  deadline: field.datetime('End of the membership after the change.'),
  orderSn: field.nullable(
    field.intString('Number of the order that paid for the change, or was refunded; null for a change by a manager.'),
  ),
  managerId: field.nullable(field.intString('Id of the manager who made the change; null for a change by an order.')),
  reason: field.nullable(field.text('Reason that the manager gave; null for a change by an order.')),
  createdTime: field.datetime('Time of the change.'),
});
