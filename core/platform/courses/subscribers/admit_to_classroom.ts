import { deliverySubscriber } from '../../orders/index.ts';

/** Adds the buyer of a classroom as a member; a refund removes a bought membership. */
export default deliverySubscriber('classroom', ({ classroomMembers }) => ({
  deliver: ({ targetId, userId }) => classroomMembers.admit(targetId, userId),
  takeBack: ({ targetId, userId }) => classroomMembers.dismiss(targetId, userId),
}));
