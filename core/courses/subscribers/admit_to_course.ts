import { delivers } from '../../orders/index.ts';

/** Whoever has bought a course takes part in it. */
export default delivers('course', ({ courseMembers }) => ({
  deliver: ({ targetId, userId }) => courseMembers.admit(targetId, userId),
  takeBack: ({ targetId, userId }) => courseMembers.dismiss(targetId, userId),
}));
