import { deliverySubscriber } from 'lectern/core';

export default deliverySubscriber('meal', ({ meals }) => meals);
