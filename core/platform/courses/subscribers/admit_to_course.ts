import { deliverySubscriber } from '../../orders/index.ts';

/** Adds the buyer of a course as a member; a refund removes a bought membership. */
export default deliverySubscriber('course', ({ courseMembers }) => ({
  deliver: ({ targetId, userId }) => courseMembers.admit(targetId, userId),
  takeBack: ({ targetId, userId }) => courseMembers.dismiss(targetId, userId),
}));
