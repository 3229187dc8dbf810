import { createCipheriv, randomBytes } from 'node:crypto';
import type { SandboxRequest } from './gateway_simulator.ts';
import { isSignedBy, pairOf } from './sandbox_keys.ts';

/** Merchant account at the WeChat Pay simulator. */
export const wechatMerchant = {
  appId: 'wx0000000000000001',
  merchantId: '1900000001',
  serial: '4D00000000000000000000000000000000000001',
  apiV3Key: randomBytes(16).toString('hex'),
};

const MAX_AGE_SECONDS = 300;

/** Whether the merchant signed a request, with a timestamp at most five minutes from now. */
export async function isFromMerchant({ method, target, headers, body }: SandboxRequest): Promise<boolean> {
  const [, scheme, rest = ''] = /^(\S+) (.*)$/.exec(headers.authorization ?? '') ?? [];
  const part = (name: string) => new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(rest)?.[1] ?? '';
  const timestamp = part('timestamp');
  const isKnown = part('mchid') === wechatMerchant.merchantId && part('serial_no') === wechatMerchant.serial;
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp || NaN)) <= MAX_AGE_SECONDS;
  if (scheme !== 'WECHATPAY2-SHA256-RSA2048' || !headers['user-agent'] || !isKnown || !isFresh) return false;
  const text = [method, target, timestamp, part('nonce_str'), body].map((line) => `${line}\n`).join('');
  const { publicKey } = await pairOf('wechat merchant');
  return isSignedBy(publicKey, 'sha256', { text, sign: part('signature') });
}

/** Encrypts text with the merchant's `apiV3Key`. */
export function sealed(text: string, aad: string): object {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', wechatMerchant.apiV3Key, nonce).setAAD(Buffer.from(aad));
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: bytes.toString('base64'), associated_data: aad, nonce };
}
