import { delivers } from 'lectern/core';

/** A paid order creates or extends a membership, a refunded one ends or shortens it. */
export default delivers('vip', ({ vipDeliveries }) => vipDeliveries);
