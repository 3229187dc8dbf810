import { subscribe } from 'lectern';

/** Tells the former e-mail address of a change. Uses no transaction, because the subscriber waits for the mail server. */
export default subscribe(
  'user.contacts_changed',
  ({ linkMails }) =>
    ({ payload }) =>
      linkMails.sendNotice(payload),
  { transactional: false },
);
