import { input, type InputOf } from 'lectern';
import { keysetPaging } from '../../infrastructure/database/index.ts';
import { deliveryStates } from './shapes/webhook_delivery.ts';

const url = input.text({
  maxLength: 2_000,
  description: 'Address that receives the requests: https, and within no private network.',
});
const events = {
  ...input.list(
    input.text({
      maxLength: 100,
      pattern: '^(\\*|[a-z][a-z0-9_]*(\\.[a-z0-9_]+)*(\\.\\*)?)$',
      expected: 'a name such as order.paid, order.* or *',
    }),
    {
      maxItems: 50,
      description: 'Names of events. `order.*` stands for all that begin so, `*` for all.',
    },
  ),
  minItems: 1,
};
const note = input.text({ maxLength: 200, description: 'Note for people, such as the name of the receiving system.' });

export const newWebhook = { url, events, note: input.optional(note) };

export const webhookChange = {
  url: input.optional(url),
  events: input.optional(events),
  note: input.optional(note),
  active: input.optional(
    input.bool({ description: 'Whether events are sent. Enables a webhook again that was disabled for its failures.' }),
  ),
};

export const deliveryConditions = {
  state: input.optional(input.oneOf(deliveryStates, { description: 'Only deliveries in this state.' })),
  ...keysetPaging,
};

export type NewWebhook = InputOf<typeof newWebhook>;
export type WebhookChange = InputOf<typeof webhookChange>;
export type DeliveryQuery = InputOf<typeof deliveryConditions>;
