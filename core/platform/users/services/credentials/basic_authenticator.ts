import { standardFailures, use, type Authenticator, type Caller, type RequestView } from 'lectern';
import { credentialOf } from './authorization_header.ts';

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const MAX_PASSWORD_LENGTH = 255;

/**
 * Authenticates callers by name and password in the `Authorization` header, as UTF-8 (RFC 7617; specification, section
 * 5).
 */
export class BasicAuthenticator implements Authenticator {
  readonly name = 'Basic';
  readonly rank = 10;
  readonly challenge = 'Basic realm="lectern", charset="UTF-8"';
  readonly security = { type: 'http', scheme: 'basic' };
  readonly fails = [
    standardFailures.invalidCredential,
    standardFailures.banned,
    standardFailures.tooManyRequests,
    standardFailures.unavailable,
  ];
  readonly #logins = use('logins');
  readonly #callers = use('callers');

  find(request: RequestView): string | undefined {
    return credentialOf(request, 'basic');
  }

  /** @throws invalidCredential, banned, tooManyRequests, unavailable */
  async identify(credential: string, { address }: RequestView): Promise<Caller> {
    const { name, password } = read(credential);
    const owner = await this.#logins.identify({ name, password, address });
    return { hasProvedPassword: true, ...this.#callers.ofOwner(owner) };
  }
}

function read(credential: string): { name: string; password: string } {
  const text = base64.test(credential) ? decode(credential) : undefined;
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 1) throw standardFailures.invalidCredential();
  const password = text.slice(colon + 1);
  if (password === '' || password.length > MAX_PASSWORD_LENGTH) throw standardFailures.invalidCredential();
  return { name: text.slice(0, colon), password };
}

function decode(credential: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(credential, 'base64'));
  } catch {
    return undefined;
  }
}
