import { field, shape } from 'lectern';

const fields = {
  id: field.intString('Id, for `/webhooks/{id}`.'),
  userId: field.intString('Id of the account that made the webhook. Only events that the account may see are sent.'),
  url: field.text('Address that receives the requests.'),
  events: field.list(field.text('Name of an event, or a pattern.'), 'Events that are sent.'),
  note: field.text('Note for people; "" for none.'),
  active: field.bool('Whether events are sent.'),
  disabledReason: field.nullable(
    field.text('Why the webhook was disabled for its failures; null for one that was not.'),
  ),
  createdTime: field.datetime('Time of creation.'),
  updatedTime: field.datetime('Time of the last change.'),
};

/** A webhook: requests to another system about events. */
export const webhook = shape('Webhook').mode('public', fields);

/** A new webhook, or one with a new secret. The secret is shown only here. */
export const webhookWithSecret = shape('WebhookWithSecret').mode('public', {
  ...fields,
  secret: field.secret('Secret that signs the requests, as Standard Webhooks expects it; it cannot be read again.'),
});
