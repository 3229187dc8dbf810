import { subscribe } from 'lectern';

/** Erases the personal data of a cancelled account from entries of the audit trail that the cancellation has left. */
export default subscribe(
  'user.destroyed',
  ({ auditErasure }) =>
    ({ payload }) =>
      auditErasure.erase(payload.userId),
  { transactional: false },
);
