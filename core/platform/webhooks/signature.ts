import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const BYTES = 32;

/** A request to sign. */
interface Message {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** A new secret, in the text form of Standard Webhooks. */
export function newSecret(): string {
  return PREFIX + randomBytes(BYTES).toString('base64');
}

/** Headers that identify and sign a request, by the specification Standard Webhooks. */
export function signedHeaders(secret: string, { id, timestamp, body }: Message): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}
