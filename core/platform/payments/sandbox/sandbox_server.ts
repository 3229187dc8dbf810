import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SandboxAnswer, SandboxRequest, Behaviour } from './gateway_simulator.ts';

/** Handler of requests; returns undefined to leave the request to the next handler. */
type Handler = (request: SandboxRequest) => Promise<SandboxAnswer | undefined>;

interface Parts {
  /** Handler that answers in every `behaviour`. */
  readonly controls: Handler;
  /** Handlers that answer only while the behaviour is `well` or `forged`. */
  readonly simulators: readonly Handler[];
  readonly behaviour: Behaviour;
}

const HUGE = 70_000;
const unknown: SandboxAnswer = { status: 404, type: 'text/plain', body: 'no such page' };

/** Creates the server that simulates all payment platforms. */
export function createPaymentServer(parts: Parts): Server {
  return createServer((request, response) => {
    answer(parts, request, response).catch(() => {
      // The gateways send only valid requests; an invalid request comes from another program.
      response.writeHead(400).end();
    });
  });
}

async function answer({ controls, simulators, behaviour }: Parts, message: IncomingMessage, response: ServerResponse) {
  const request = await requestOf(message);
  const own = await controls(request);
  if (own) {
    send(response, own);
    return;
  }
  if (answerByBehaviour(behaviour, response)) return;
  for (const simulator of simulators) {
    const answered = await simulator(request);
    if (!answered) continue;
    send(response, answered);
    return;
  }
  send(response, unknown);
}

/** Answers as the current behaviour demands, such as with 503. @returns false when the simulators have to answer */
function answerByBehaviour({ now }: Behaviour, response: ServerResponse): boolean {
  switch (now) {
    case 'away':
      response.writeHead(503).end('away');
      return true;
    case 'slow':
      return true;
    case 'cut':
      response.destroy();
      return true;
    case 'redirect':
      response.writeHead(302, { Location: '/elsewhere' }).end();
      return true;
    case 'huge':
      response.writeHead(200).end('x'.repeat(HUGE));
      return true;
    case 'nonsense':
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>maintenance</p>');
      return true;
    default:
      return false;
  }
}

async function requestOf(message: IncomingMessage): Promise<SandboxRequest> {
  const { method = '', url: target = '/', headers } = message;
  const origin = `http://${headers.host ?? ''}`;
  const { pathname: path, searchParams: query } = new URL(target, origin);
  return { method, path, target, query, headers, body: await text(message), origin };
}

function send(response: ServerResponse, { status, type, body, headers }: SandboxAnswer): void {
  response.writeHead(status, { 'Content-Type': type, ...headers }).end(body);
}
