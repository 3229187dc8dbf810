import { subscribe } from 'lectern';

/** Sends the mail of a link that was requested; without a transaction, since the mail server is waited for. */
export default subscribe(
  'account.link_requested',
  ({ linkMails }) =>
    ({ payload }) =>
      linkMails.send(payload.linkId),
  { transactional: false },
);
