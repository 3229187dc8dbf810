import { subscribe } from 'lectern';

/** Deletes the bindings of a cancelled account. The accounts at the login providers stay. */
export default subscribe('user.destroyed', ({ database }) => async ({ payload }) => {
  await database.table('user_bindings').where('user_id', payload.userId).delete();
});
