import { defineFailures } from 'lectern';

export const failures = defineFailures({
  webhookNotFound: [10, 404, 'There is no such webhook.'],
  deliveryNotFound: [10, 404, 'There is no such delivery of this webhook.'],
  webhookDisabled: [14, 409, 'The webhook is disabled; enable it first, by `active`.'],
  tooManyWebhooks: [14, 409, 'The account has the maximum number of webhooks; remove one that is not used.'],
});
