import { delivers } from '../../orders/index.ts';

/** Makes the buyer of a course a member. */
export default delivers('course', ({ courseMembers }) => ({
  deliver: ({ targetId, userId }) => courseMembers.admit(targetId, userId),
  takeBack: ({ targetId, userId }) => courseMembers.dismiss(targetId, userId),
}));
