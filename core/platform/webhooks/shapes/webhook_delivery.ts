import { field, shape } from 'lectern';

export const deliveryStates = ['pending', 'done', 'failed'] as const;

const fields = {
  id: field.intString('Id.'),
  webhookId: field.intString('Id of the webhook.'),
  messageId: field.text('Value of the header `webhook-id`, the same in all attempts.'),
  event: field.text('Name of the event.'),
  state: field.oneOf(deliveryStates, 'Whether the delivery waits, was accepted, or was given up.'),
  attempts: field.int('Number of attempts.'),
  status: field.nullable(field.int('HTTP status of the last answer; null without an answer.')),
  error: field.nullable(field.text('Why the last attempt failed; null after a success, and before an attempt.')),
  dueTime: field.datetime('Time of the next attempt, or of the last one.'),
  createdTime: field.datetime('Time of the event.'),
  endedTime: field.nullable(field.datetime('Time of the end; null while the delivery waits.')),
};

/** A delivery of an event; the mode `full` adds request and answer. */
export const webhookDelivery = shape('WebhookDelivery')
  .mode('public', fields)
  .mode('full', {
    body: field.text('Body of the request.'),
    answer: field.nullable(field.text('Begin of the last answer; null without an answer.')),
    tookMs: field.nullable(field.int('Duration of the last attempt in milliseconds; null before an attempt.')),
  });
