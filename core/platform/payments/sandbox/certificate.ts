import { createSign, type KeyObject } from 'node:crypto';

const SHA256_WITH_RSA = Buffer.from('06092a864886f70d01010b0500', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const YEAR_MS = 365 * 86_400_000;

const [INTEGER, BIT_STRING, UTF8_STRING, TIME, SEQUENCE, SET] = [0x02, 0x03, 0x0c, 0x18, 0x30, 0x31];

export interface CertificateParts {
  /** Common name: the host of a TLS server; default: `Sandbox`. */
  readonly name?: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  /** Serial number: an even number of hexadecimal digits, the first from 1 to 7. */
  readonly serial: string;
  readonly now: Date;
  /** End of the validity; default: a year after `now`. */
  readonly until?: Date;
}

/** Creates a self-signed X.509 certificate; Node has no function for that. @returns PEM */
export function certificateOf({ publicKey, privateKey, serial, now, until, ...named }: CertificateParts): string {
  const commonName = der(UTF8_STRING, Buffer.from(named.name ?? 'Sandbox'));
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, commonName)));
  const from = new Date(now.getTime() - YEAR_MS);
  const validity = der(SEQUENCE, timeOf(from), timeOf(until ?? new Date(now.getTime() + YEAR_MS)));
  const algorithm = der(SEQUENCE, SHA256_WITH_RSA);
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const body = der(SEQUENCE, der(INTEGER, Buffer.from(serial, 'hex')), algorithm, name, validity, name, key);
  const signature = createSign('sha256').update(body).sign(privateKey);
  const whole = der(SEQUENCE, body, algorithm, der(BIT_STRING, Buffer.from([0]), signature));
  const lines = whole.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** Returns a value in DER encoding: tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function timeOf(moment: Date): Buffer {
  const digits = moment.toISOString().slice(0, 19).replaceAll(/\D/g, '');
  return der(TIME, Buffer.from(`${digits}Z`));
}
