import { randomUUID, createHmac } from 'node:crypto';
import { use } from 'lectern';
import type { AliyunConfig } from '../config.ts';
import { failures } from '../failures.ts';
import { smsTypes, type SmsMessage, type SmsProvider, type SmsType } from '../sms_provider.ts';
import { chosenProvider } from './chosen_provider.ts';

/** Complete configuration of an account. */
interface Account {
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  readonly signName: string;
  readonly templates: Readonly<Record<SmsType, string>>;
}

// The shortest period in which Aliyun limits the messages to one number.
const RETRY_AFTER_SECONDS = 60;

/** Sends messages through Aliyun SMS: action `SendSms` of the Dysms API, version 2017-05-25. */
export class AliyunSms implements SmsProvider {
  readonly name = 'aliyun';
  readonly #clock = use('clock');
  readonly #verificationConfig = use('verificationConfig');
  readonly #config: AliyunConfig = this.#verificationConfig.sms.aliyun;
  readonly #isChosen: boolean = chosenProvider(this.#verificationConfig, use('environment')) === this.name;

  /** @throws Error naming missing configuration, when this provider is selected */
  start(): void {
    if (this.#isChosen) accountOf(this.#config);
  }

  /** Sends a code. @throws failures.tooManyCodes when Aliyun limits the number @throws Error for any other problem */
  async send(message: SmsMessage): Promise<void> {
    const code = await this.#ask(this.#signed(message));
    if (code === 'OK') return;
    if (code === 'isv.BUSINESS_LIMIT_CONTROL') {
      throw failures.tooManyCodes({ headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
    }
    throw new Error(
      `Aliyun refused the message with the code ${code}; Aliyun's list of SendSms errors explains the code.`,
    );
  }

  /** Returns the signed parameters for the request body; proxies would log parameters in the URL. */
  #signed({ mobile, type, code }: SmsMessage): URLSearchParams {
    const { accessKeyId, accessKeySecret, signName, templates } = accountOf(this.#config);
    const parameters = {
      AccessKeyId: accessKeyId,
      Action: 'SendSms',
      Format: 'JSON',
      PhoneNumbers: mobile,
      SignName: signName,
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: randomUUID(),
      SignatureVersion: '1.0',
      TemplateCode: templates[type],
      TemplateParam: JSON.stringify({ code }),
      Timestamp: this.#clock.now().toISOString().replace(/\.\d+/, ''),
      Version: '2017-05-25',
    };
    return new URLSearchParams({ ...parameters, Signature: aliyunSignature('POST', parameters, accessKeySecret) });
  }

  /** Sends the request. @returns the `Code` of the answer @throws Error for a missing answer or `Code` */
  async #ask(body: URLSearchParams): Promise<string> {
    const { url, timeoutMs } = this.#config;
    const answer = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new Error(`Aliyun did not answer (${networkCodeOf(error)}). Check the network and the state of Aliyun.`);
    });
    const { Code: code } = ((await answer.json().catch(() => undefined)) ?? {}) as { Code?: unknown };
    if (typeof code === 'string' && /^[\w.-]{1,100}$/.test(code)) return code;
    throw new Error(
      `Aliyun answered with status ${answer.status} and no code. Check modules.verification.sms.aliyun.url.`,
    );
  }
}

/** Returns the account from the configuration. @throws Error naming the missing values */
function accountOf({ accessKeyId, accessKeySecret, signName, templates: given }: AliyunConfig): Account {
  // Older configurations lack a template for `sms_forget_password`; the template for `sms_login` replaces it.
  const templates = { sms_forget_password: given.sms_login, ...given };
  const missing = [
    ...Object.entries({ accessKeyId, accessKeySecret, signName }).flatMap(([key, value]) => (value ? [] : [key])),
    ...smsTypes.flatMap((type) => (templates[type] ? [] : [`templates.${type}`])),
  ];
  if (accessKeyId && accessKeySecret && signName && missing.length === 0) {
    return { accessKeyId, accessKeySecret, signName, templates: templates as Account['templates'] };
  }
  throw new Error(
    `The SMS provider "aliyun" lacks ${missing.join(', ')}. Set these values in modules.verification.sms.aliyun, the keys as ` +
      'LECTERN_SMS_ACCESS_KEY_ID and LECTERN_SMS_ACCESS_KEY_SECRET.',
  );
}

/** Returns the system code of a network error, such as ECONNREFUSED, or its name, such as TimeoutError. */
function networkCodeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
}

type AliyunParameters = Readonly<Record<string, string>>;

/**
 * Signs a request for the RPC protocol of Aliyun: HMAC-SHA1 over the method and the sorted, percent-encoded parameters.
 * @returns the parameter `Signature`
 */
export function aliyunSignature(method: 'GET' | 'POST', parameters: AliyunParameters, secret: string): string {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  const canonical = sorted.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  const text = `${method}&${encoded('/')}&${encoded(canonical)}`;
  return createHmac('sha1', `${secret}&`).update(text).digest('base64');
}

/** Percent-encodes all but the unreserved characters of RFC 3986. */
function encoded(text: string): string {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, hex);
}
