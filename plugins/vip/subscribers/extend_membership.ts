import { delivers } from 'lectern/core';

/** A paid order makes or extends a membership, a refunded one ends or shortens it. */
export default delivers('vip', ({ vipDeliveries }) => vipDeliveries);
