import { deliverySubscriber } from 'lectern/core';

/** A paid order creates or extends a membership; a refunded order ends or shortens it. */
export default deliverySubscriber('vip', ({ vipDeliveries }) => vipDeliveries);
