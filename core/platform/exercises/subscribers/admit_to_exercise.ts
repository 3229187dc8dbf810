import { deliverySubscriber } from '../../orders/index.ts';

/** Adds the buyer of an exercise as a member; a refund removes a bought membership. */
export default deliverySubscriber('item_bank_exercise', ({ exerciseMembers }) => ({
  deliver: ({ targetId, userId }) => exerciseMembers.admit(targetId, userId),
  takeBack: ({ targetId, userId }) => exerciseMembers.dismiss(targetId, userId),
}));
