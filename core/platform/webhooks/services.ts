import { asFunction, contributes, type Services } from 'lectern';
import { deletesAgedRows } from '../../infrastructure/jobs/index.ts';
import type { WebhooksConfig } from './config.ts';
import { PublicEventNames } from './services/public_event_names.ts';
import { WebhookDeliveries } from './services/webhook_deliveries.ts';
import { WebhookDisabling } from './services/webhook_disabling.ts';
import { WebhookEditing } from './services/webhook_editing.ts';
import { WebhookSender } from './services/webhook_sender.ts';
import { WebhookSubscription } from './services/webhook_subscription.ts';
import { WebhookTests } from './services/webhook_tests.ts';
import { Webhooks } from './services/webhooks.ts';

declare module 'lectern' {
  interface Services {
    publicEventNames: PublicEventNames;
    webhookDeliveries: WebhookDeliveries;
    webhookDisabling: WebhookDisabling;
    webhookEditing: WebhookEditing;
    webhookSender: WebhookSender;
    webhookSubscription: WebhookSubscription;
    webhookTests: WebhookTests;
    webhooks: Webhooks;
    webhooksConfig: WebhooksConfig;
  }
}

const sending = ({ webhookSender }: Services) => ({
  name: 'webhooks.send',
  everySeconds: 60,
  run: () => webhookSender.sendDue(),
});

const finished = ({ webhooksConfig: { keepDays: days } }: Services) => [
  { table: 'webhook_deliveries', column: 'ended_at', days },
];

export default {
  publicEventNames: PublicEventNames,
  webhookCleaning: deletesAgedRows('webhooks.clean', finished),
  webhookDeliveries: WebhookDeliveries,
  webhookDisabling: WebhookDisabling,
  webhookEditing: WebhookEditing,
  webhookSender: WebhookSender,
  webhookSending: contributes('jobs', asFunction(sending)),
  webhookSubscription: contributes('subscribers', WebhookSubscription),
  webhookTests: WebhookTests,
  webhooks: Webhooks,
};
