import { subscribe } from 'lectern';

/** Removes the accounts at login providers of a user who has cancelled the account. */
export default subscribe('user.destroyed', ({ database }) => async ({ payload }) => {
  await database.table('user_bindings').where('user_id', payload.userId).delete();
});
