import { field } from 'lectern';
import { enrolmentStates } from '../services/enrolments.ts';
import { accesses, goodsStates, memberRoles } from '../../goods/index.ts';

/** Fields of goods that a user has joined. */
export const enrolmentFields = {
  title: field.text('Title of the goods.'),
  status: field.oneOf(goodsStates.names, 'Status of the goods; only published ones can be joined.'),
  vipLevelId: field.intString('Id of the membership level that includes the goods, 0 for none.'),
  role: field.oneOf(memberRoles, 'Role of the user in the goods.'),
  access: field.oneOf(
    accesses,
    'Reason of the membership: granted by a manager, bought, free, or covered by a membership such as a VIP level.',
  ),
  state: field.oneOf(
    enrolmentStates,
    'Whether the user may enter: open, locked by a manager, expired, or not_covered after the end of the membership.',
  ),
  joinedTime: field.datetime('Time of joining; a later purchase does not change it.'),
  deadline: field.nullable(field.datetime('End of the validity; null for no end.')),
};
