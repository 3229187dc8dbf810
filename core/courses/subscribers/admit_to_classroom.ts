import { delivers } from '../../orders/index.ts';

/** Whoever has bought a classroom takes part in it. */
export default delivers('classroom', ({ classroomMembers }) => ({
  deliver: ({ targetId, userId }) => classroomMembers.admit(targetId, userId),
  takeBack: ({ targetId, userId }) => classroomMembers.dismiss(targetId, userId),
}));
