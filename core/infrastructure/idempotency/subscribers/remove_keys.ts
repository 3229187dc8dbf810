import { subscribe } from 'lectern';

/** Deletes the idempotency keys of a cancelled account, because stored answers may contain personal data. */
export default subscribe('user.destroyed', ({ database }) => async ({ payload }) => {
  await database.table('idempotency_keys').where('user_id', payload.userId).delete();
});
