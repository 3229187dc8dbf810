import type { Shape } from '../../kernel/declare/shape.ts';
import type { Tree } from '../../kernel/base/tree.ts';
import { shapeSchema, type AnswerContext } from './answer_schema.ts';

/** Properties of a contribution to `publicEvents`: the event, and the object that it is about. */
interface PublicEvent {
  readonly event: string;
  readonly summary: string;
  readonly requires: string;
  readonly shape: Shape;
  readonly mode: string;
}

const text = { type: 'string' };

/** Headers of the requests, by the specification Standard Webhooks. */
const headers = {
  'webhook-id': 'Id of the message, the same in all attempts.',
  'webhook-timestamp': 'Time of the attempt in seconds since 1970.',
  'webhook-signature': 'Signature of id, time and body: `v1,` and Base64 of HMAC-SHA256 with the secret.',
};

const parameters = Object.entries(headers).map(([name, description]) => {
  return { name, in: 'header', required: true, description, schema: text };
});

/** The section `webhooks` of the OpenAPI document: the requests that webhooks receive, by event. */
export function webhooksOf(context: Pick<AnswerContext, 'components' | 'services'>): Tree {
  const { contributions } = context.services;
  const all = contributions.of('publicEvents').flatMap((list) => {
    const module = contributions.moduleOf(list);
    return (list as readonly PublicEvent[]).map(
      (one) => [one.event, { post: requestOf(one, module, context) }] as const,
    );
  });
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function requestOf(
  { event, summary, requires, shape, mode }: PublicEvent,
  module: string,
  context: Pick<AnswerContext, 'components' | 'services'>,
): Tree {
  const schema = {
    type: 'object',
    properties: {
      type: { const: event, description: 'Name of the event.' },
      timestamp: { type: 'string', format: 'date-time', description: 'Time of the event.' },
      data: shapeSchema({ shape, mode, module }, context),
    },
    required: ['type', 'timestamp', 'data'],
  };
  return {
    operationId: `webhook_${event.replaceAll('.', '_')}`,
    summary,
    description: `Sent to webhooks of accounts with the permission \`${requires}\`.`,
    tags: [module],
    // The signature, and no credential, shows who sends.
    security: [],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'The message was accepted. Any other answer is a failure; it is sent again.' } },
  };
}
