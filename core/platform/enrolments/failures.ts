import { defineFailures } from 'lectern';

/** Failures of joining and leaving courses, classrooms and exercises. */
export const enrolmentFailures = defineFailures({
  notJoined: [10, 404, 'You have not joined these goods.'],
  lockedOut: [13, 403, 'A manager has locked you out of these goods; ask a manager to admit you again.'],
  alreadyJoined: [14, 409, 'You have joined these goods already.'],
  mustBeBought: [14, 409, 'These goods have to be bought: order them with POST /orders.'],
  joiningDisabled: [14, 409, 'Joining these goods is disabled; ask a manager to add you.'],
  goodsEnded: [14, 409, 'The validity of these goods has ended; nobody can join them.'],
  notLeavable: [
    14,
    409,
    'You can leave only goods that you joined yourself as a student. A refund ends a purchase; a manager ends other memberships.',
  ],
});
