import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const TOLERANCE_MS = 15 * 60_000;

/** A sandbox of Aliyun's SMS service, which checks requests as the documentation of its RPC protocol says. */
export class Aliyun {
  readonly accessKeyId = 'LTAI-stand-in';
  readonly accessKeySecret = 'a secret+with/odd&signs';
  readonly #nonces = new Set<string>();
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then((answer) => {
      if (answer === undefined) return;
      response.writeHead(answer.Code === 'OK' ? 200 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ RequestId: 'F655A8D5', ...answer }));
    });
  });
  /** Parameters of accepted requests. */
  readonly accepted: Record<string, string>[] = [];
  /** Received bodies. */
  readonly bodies: string[] = [];
  /** Codes of the answers to accepted requests, one after another; `silence` for no answer. */
  readonly next: string[] = [];

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async #answer(request: IncomingMessage): Promise<{ Code: string; Message: string } | undefined> {
    const body = await text(request);
    this.bodies.push(body);
    const parameters = Object.fromEntries(new URLSearchParams(body));
    const problem = request.url === '/' ? this.#problemOf(request.method ?? '', parameters) : 'InvalidPath';
    if (problem) return { Code: problem, Message: `refused for ${parameters['PhoneNumbers']}` };
    this.accepted.push(parameters);
    const code = this.next.shift() ?? 'OK';
    return code === 'silence' ? undefined : { Code: code, Message: `about ${parameters['PhoneNumbers']}` };
  }

  #problemOf(method: string, { Signature, ...parameters }: Record<string, string>): string | undefined {
    const { Action, Version, AccessKeyId, SignatureMethod, SignatureVersion } = parameters;
    if (`${Action} ${Version}` !== 'SendSms 2017-05-25') return 'InvalidAction.NotFound';
    if (AccessKeyId !== this.accessKeyId) return 'InvalidAccessKeyId.NotFound';
    if (`${SignatureMethod} ${SignatureVersion}` !== 'HMAC-SHA1 1.0') return 'InvalidParameter';
    if (Signature !== this.#signature(method, parameters)) return 'SignatureDoesNotMatch';
    return this.#staleness(parameters);
  }

  #staleness({ Timestamp = '', SignatureNonce = '' }: Record<string, string>): string | undefined {
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(Timestamp)) return 'InvalidTimeStamp.Format';
    if (Math.abs(Date.now() - Date.parse(Timestamp)) > TOLERANCE_MS) return 'InvalidTimeStamp.Expired';
    if (SignatureNonce === '' || this.#nonces.has(SignatureNonce)) return 'SignatureNonceUsed';
    this.#nonces.add(SignatureNonce);
    return undefined;
  }

  #signature(method: string, parameters: Record<string, string>): string {
    const pairs: string[] = [];
    for (const name of Object.keys(parameters).sort()) pairs.push(`${quoted(name)}=${quoted(parameters[name]!)}`);
    const mac = createHmac('sha1', `${this.accessKeySecret}&`);
    return mac.update([method, '%2F', quoted(pairs.join('&'))].join('&')).digest('base64');
  }
}

/** Encodes by RFC 3986, byte by byte, independently of the adapter. */
function quoted(value: string): string {
  return [...Buffer.from(value)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9_.~-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
    })
    .join('');
}
