import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { RefusedAddress, type AllowedAddresses } from '../allowed_address.ts';

/** Status by which a receiver asks for no further requests. */
export const GONE = 410;
const MAX_ANSWER_BYTES = 16_384;
const SHOWN_LENGTH = 1_000;

/** A request to a receiver. */
export interface Sending {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** Ends the request before its time limit. */
  readonly signal: AbortSignal;
}

/** Result of an attempt. */
export interface Sent {
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** Begin of the answer; null without an answer. */
  readonly answer: string | null;
  /** Why the attempt failed; null for a success, which is a status from 200 to 299. */
  readonly error: string | null;
}

/** Sends a request. Follows no redirect, and reads only the begin of the answer. Never rejects. */
export async function sendRequest(addresses: AllowedAddresses, sending: Sending): Promise<Sent> {
  // A timer and a controller that stay referenced: Node 20 collects the signals of `AbortSignal.any` and `timeout`.
  const control = new AbortController();
  const end = () => control.abort();
  const timer = setTimeout(end, sending.timeoutMs);
  sending.signal.addEventListener('abort', end);
  let status: number | null = null;
  try {
    const message = await answerTo(addresses, sending, control.signal);
    status = message.statusCode ?? null;
    const answer = await beginOf(message);
    return { status, answer, error: errorOf(status) };
  } catch (error) {
    return { status, answer: null, error: control.signal.aborted ? tooLate(sending) : reasonFor(error) };
  } finally {
    clearTimeout(timer);
    sending.signal.removeEventListener('abort', end);
  }
}

function answerTo(addresses: AllowedAddresses, { url: text, headers, body }: Sending, signal: AbortSignal) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const url = addresses.check(text);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const length = String(Buffer.byteLength(body));
    const own = { 'Content-Type': 'application/json', 'Content-Length': length, 'User-Agent': 'Lectern-Webhooks' };
    const options = {
      method: 'POST',
      headers: { ...own, ...headers },
      lookup: addresses.pinned(url),
      signal,
      agent: false,
    };
    send(url, options as object, resolve)
      .once('error', reject)
      .end(body);
  });
}

/** Reads at most the first bytes; the rest of the answer is not received. */
async function beginOf(message: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of message) {
    pieces.push(piece as Buffer);
    bytes += (piece as Buffer).length;
    if (bytes >= MAX_ANSWER_BYTES) break;
  }
  message.destroy();
  // NUL cannot be stored as text.
  return Buffer.concat(pieces).toString().replaceAll('\0', '').slice(0, SHOWN_LENGTH).toWellFormed();
}

function errorOf(status: number | null): string | null {
  if (status !== null && status >= 200 && status < 300) return null;
  if (status !== null && status >= 300 && status < 400)
    return `The receiver answered with the redirect ${status}, which is not followed; change the address of the webhook.`;
  return `The receiver answered with status ${status ?? 'none'}.`;
}

function tooLate({ timeoutMs }: Sending): string {
  return `The receiver did not finish its answer within ${timeoutMs / 1_000} s (modules.webhooks.timeoutMs).`;
}

/** Describes an error by its kind, because its message may quote what the receiver has sent. */
function reasonFor(error: unknown): string {
  if (error instanceof RefusedAddress) return `The address is refused: it ${error.message}.`;
  const { name, code } = error as { name?: string; code?: string };
  return `No request could be sent, or no answer be read (${code ?? name ?? 'Error'}).`;
}
