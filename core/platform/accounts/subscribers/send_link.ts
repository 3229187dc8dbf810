import { subscribe } from 'lectern';

/** Sends the mail of a requested link. Uses no transaction, because the subscriber waits for the mail server. */
export default subscribe(
  'account.link_requested',
  ({ linkMails }) =>
    ({ payload }) =>
      linkMails.send(payload.linkId),
  { transactional: false },
);
