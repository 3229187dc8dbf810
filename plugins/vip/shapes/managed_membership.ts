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
  state: field.oneOf(membershipStates, 'Whether it is valid now.'),
  deadline: field.datetime('Its last moment.'),
  createdTime: field.datetime('When the user became a member for the first time.'),
  updatedTime: field.datetime('When it was changed last.'),
});

/** A recorded change of a membership. */
export const membershipRecord = shape('MembershipRecord').mode('public', {
  id: field.intString('Id.'),
  action: field.oneOf(actions, 'It began, got more time, rose to a higher level, was refunded, or was ended.'),
  levelId: field.intString('Id of the level afterwards.'),
  unit: field.oneOf(units, 'Unit that the price of an upgrade depends on.'),
  deadlineBefore: field.nullable(field.datetime('Its last moment before; null for the first membership.')),
  deadline: field.datetime('Its last moment afterwards.'),
  orderSn: field.nullable(field.intString('Number of the order that paid for the change, or was refunded.')),
  managerId: field.nullable(field.intString('Id of the manager who made the change.')),
  reason: field.nullable(field.text('Reason that the manager gave.')),
  createdTime: field.datetime('When it was made.'),
});
