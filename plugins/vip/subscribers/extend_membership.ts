import { deliverySubscriber } from 'lectern/core';

/** A paid order creates or extends a membership; a refund ends or shortens the membership. */
export default deliverySubscriber('vip', ({ vipDeliveries }) => vipDeliveries);
