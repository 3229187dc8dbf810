import { field, shape } from 'lectern';

export const membershipStates = ['valid', 'expired'] as const;
const units = ['month', 'year'] as const;
const actions = ['new', 'renew', 'upgrade', 'refund', 'end'] as const;

/** A membership, for managers. */
export const managedMembership = shape('ManagedMembership').mode('public', {
  id: field.intString('Id, which is that of the user.'),
  userId: field.intString('Id of the user.'),
  nickname: field.nullable(field.text('Nickname of the user; null when the account was removed.')),
  levelId: field.intString('Id of the level.'),
  vipName: field.text('Name of the level.'),
  state: field.oneOf(membershipStates, 'Whether the membership is valid now.'),
  deadline: field.datetime('End of the membership.'),
  createdTime: field.datetime('When the user became a member for the first time.'),
  updatedTime: field.datetime('Time of the last change.'),
});

/** A recorded change of a membership. */
export const membershipRecord = shape('MembershipRecord').mode('public', {
  id: field.intString('Id.'),
  action: field.oneOf(actions, 'Change: start, more time, a higher level, a refund, or the end by a manager.'),
  levelId: field.intString('Id of the level afterwards.'),
  unit: field.oneOf(units, 'Unit that the price of an upgrade depends on.'),
  deadlineBefore: field.nullable(
    field.datetime('End of the membership before the change; null for the first membership.'),
  ),
  deadline: field.datetime('End of the membership after the change.'),
  orderSn: field.nullable(field.intString('Number of the order that paid for the change, or was refunded.')),
  managerId: field.nullable(field.intString('Id of the manager who made the change.')),
  reason: field.nullable(field.text('Reason that the manager gave.')),
  createdTime: field.datetime('Time of the change.'),
});
