import { delivers } from '../../orders/index.ts';

/** Makes the buyer of a classroom a member. */
export default delivers('classroom', ({ classroomMembers }) => ({
  deliver: ({ targetId, userId }) => classroomMembers.admit(targetId, userId),
  takeBack: ({ targetId, userId }) => classroomMembers.dismiss(targetId, userId),
}));
