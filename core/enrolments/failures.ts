import { defineFailures } from 'lectern';

/** Failures of joining and leaving goods. */
export const enrolmentFailures = defineFailures({
  notJoined: [10, 404, 'You have not joined these goods.'],
  lockedOut: [13, 403, 'A manager has locked you out of these goods.'],
  alreadyJoined: [14, 409, 'You have joined these goods already.'],
  mustBeBought: [14, 409, 'These goods have to be bought: order them with POST /orders.'],
  joiningDisabled: [14, 409, 'Joining these goods is disabled.'],
  goodsEnded: [14, 409, 'The validity of these goods has ended.'],
  notLeavable: [14, 409, 'Only goods that you have joined yourself can be left; a refund takes bought goods back.'],
});
