import type { KeyObject } from 'node:crypto';
import type { AlipayConfig, LianlianConfig, WechatConfig } from '../config.ts';
import { privateKeyOf, publicKeyOf } from './keys.ts';
import { isPair } from './signing.ts';

export interface AlipayAccount {
  readonly appId: string;
  readonly sellerId: string | undefined;
  readonly privateKey: KeyObject;
  readonly platformPublicKey: KeyObject;
  readonly address: string;
}

export interface WechatAccount {
  readonly appId: string;
  readonly merchantId: string;
  readonly serial: string;
  readonly privateKey: KeyObject;
  /** Key of 32 bytes that encrypts messages and certificates. */
  readonly apiV3Key: Buffer;
  /** Public key of WeChat Pay, for merchants that use this key instead of certificates. */
  readonly platformKey: { readonly serial: string; readonly key: KeyObject } | undefined;
  readonly address: string;
}

export interface LianlianAccount extends Pick<LianlianConfig, 'business' | LianlianAddress> {
  readonly merchantId: string;
  readonly category: string;
  readonly privateKey: KeyObject;
  readonly platformPublicKey: KeyObject;
}

export interface Accounts {
  readonly alipay: AlipayAccount;
  readonly wechat: WechatAccount;
  readonly lianlian: LianlianAccount;
}

export type Platform = keyof Accounts;

type LianlianAddress = 'webAddress' | 'wapAddress' | 'queryAddress' | 'refundAddress' | 'refundQueryAddress';

const API_V3_KEY_BYTES = 32;

/**
 * Reads the account at Alipay.
 * @returns undefined when none is configured
 * @throws Error naming wrong or missing fields
 */
export function alipayAccountOf(config: AlipayConfig): AlipayAccount | undefined {
  const { appId, privateKey, platformPublicKey, sellerId, address } = config;
  const given = complete('alipay', { appId, privateKey, platformPublicKey }, { sellerId });
  return given && { appId: given.appId, sellerId, address, ...keysOf('alipay', given) };
}

/**
 * Reads the account at LianLian.
 * @returns undefined when none is configured
 * @throws Error naming wrong or missing fields
 */
export function lianlianAccountOf(config: LianlianConfig): LianlianAccount | undefined {
  const { merchantId, category, privateKey, platformPublicKey, ...rest } = config;
  const given = complete('lianlian', { merchantId, category, privateKey, platformPublicKey });
  if (!given) return undefined;
  return { ...rest, merchantId: given.merchantId, category: given.category, ...keysOf('lianlian', given) };
}

/**
 * Reads the account at WeChat.
 * @returns undefined when none is configured
 * @throws Error naming wrong or missing fields
 */
export function wechatAccountOf(config: WechatConfig): WechatAccount | undefined {
  const { appId, merchantId, serial, privateKey, apiV3Key, platformPublicKey, platformSerial, address } = config;
  const own = { appId, merchantId, serial, privateKey, apiV3Key };
  const given = complete('wechat', own, { platformPublicKey, platformSerial });
  if (!given) return undefined;
  const platform = complete('wechat', { platformPublicKey, platformSerial });
  const secret = Buffer.from(given.apiV3Key);
  if (secret.length !== API_V3_KEY_BYTES) {
    throw new Error(
      `"${path('wechat', 'apiV3Key')}" must be ${API_V3_KEY_BYTES} characters long; copy the APIv3 key again, without spaces.`,
    );
  }
  return {
    appId: given.appId,
    merchantId: given.merchantId,
    serial: given.serial,
    privateKey: privateKeyOf({ field: path('wechat', 'privateKey'), text: given.privateKey }),
    apiV3Key: secret,
    platformKey: platform && {
      serial: platform.platformSerial,
      key: publicKeyOf({ field: path('wechat', 'platformPublicKey'), text: platform.platformPublicKey }),
    },
    address,
  };
}

/**
 * Reads both keys.
 * @throws Error for an invalid key, and for the merchant's public key in place of the payment platform's key
 */
function keysOf(section: string, given: { readonly privateKey: string; readonly platformPublicKey: string }) {
  const privateKey = privateKeyOf({ field: path(section, 'privateKey'), text: given.privateKey });
  const field = path(section, 'platformPublicKey');
  const platformPublicKey = publicKeyOf({ field, text: given.platformPublicKey });
  if (!isPair(privateKey, platformPublicKey)) return { privateKey, platformPublicKey };
  throw new Error(`"${field}" is the public key of this merchant; copy the public key of the platform instead.`);
}

/**
 * Returns `fields` if all are present, undefined if neither `fields` nor `more` has a value.
 * @param more optional fields; if one is present, all `fields` are required
 * @throws Error naming the missing fields
 */
function complete<N extends string>(
  section: string,
  fields: Readonly<Record<N, string | undefined>>,
  more: Readonly<Record<string, string | undefined>> = {},
): Readonly<Record<N, string>> | undefined {
  const values = Object.values({ ...fields, ...more });
  if (values.every((value) => value === undefined)) return undefined;
  const missing = Object.keys(fields).filter((name) => fields[name as N] === undefined);
  if (missing.length === 0) return fields as Readonly<Record<N, string>>;
  const names = missing.map((name) => `"${path(section, name)}"`).join(', ');
  const verb = missing.length === 1 ? 'is' : 'are';
  throw new Error(`${names} ${verb} missing; set a value, or remove all values of modules.payments.${section}.`);
}

function path(section: string, name: string): string {
  return `modules.payments.${section}.${name}`;
}
