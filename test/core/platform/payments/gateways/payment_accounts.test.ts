import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { PaymentAccounts } from '../../../../../core/platform/payments/gateways/payment_accounts.ts';
import { certificateOf } from '../../../../../core/platform/payments/sandbox/certificate.ts';
import { PaymentSandbox } from '../../../../../core/platform/payments/sandbox/payment_sandbox.ts';
import { configOf } from './support.ts';

const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pss = generateKeyPairSync('rsa-pss', { modulusLength: 2048 });
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const privateKey = own.privateKey.export({ type: 'pkcs8', format: 'pem' });
const platformPublicKey = other.publicKey.export({ type: 'spki', format: 'pem' });
const pem = (key: typeof own.publicKey) => key.export({ type: 'spki', format: 'pem' });

const alipay = { appId: '2021', privateKey, platformPublicKey, address: 'https://alipay.invalid' } as const;
const wechat = {
  appId: 'wx1',
  merchantId: '19',
  serial: 'AB',
  privateKey,
  apiV3Key: 'k'.repeat(32),
  address: 'https://wechat.invalid',
};
const lianlian = { ...configOf().lianlian, merchantId: '20', category: '1999', privateKey, platformPublicKey };

function accountsOf(given: object, environment: 'test' | 'production' = 'test'): PaymentAccounts {
  const paymentsConfig = configOf(given);
  const settings = { get: async () => ({ enabled: true, alipayEnabled: true, wxpayEnabled: true }) } as never;
  const needs = { environment, paymentsConfig, settings, logger: {} as never };
  return construct(PaymentAccounts, { ...needs, paymentSandbox: construct(PaymentSandbox, needs) });
}

function problemOf(given: object, environment?: 'test' | 'production'): string {
  try {
    accountsOf(given, environment).start();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('Accounts at payment platforms', () => {
  it('exist when they are configured', async () => {
    const accounts = accountsOf({ alipay });
    accounts.start();
    expect(await accounts.isEnabled('alipay')).to.equal(true);
    expect(await accounts.isEnabled('wechat')).to.equal(false);
    const refusal = await accounts.of('wechat').catch((error: unknown) => error);
    expect((refusal as Error).message).to.include('modules.payments.wechat');
    expect((await accounts.of('alipay')).privateKey.type).to.equal('private');
    for (const given of [{ wechat }, { lianlian }]) expect(problemOf(given)).to.equal('');
  });

  it('accept keys in every usual format', () => {
    const der = (key: Buffer) => key.toString('base64').replaceAll(/.{64}/g, '$&\n');
    const privates = [
      privateKey,
      privateKey.toString().replaceAll('\n', '\\n'),
      own.privateKey.export({ type: 'pkcs1', format: 'pem' }),
      der(own.privateKey.export({ type: 'pkcs8', format: 'der' })),
      der(own.privateKey.export({ type: 'pkcs1', format: 'der' })),
    ];
    const certificate = certificateOf({ ...other, serial: '10', now: new Date() });
    const publics = [
      platformPublicKey,
      other.publicKey.export({ type: 'pkcs1', format: 'pem' }),
      der(other.publicKey.export({ type: 'spki', format: 'der' })),
      der(other.publicKey.export({ type: 'pkcs1', format: 'der' })),
      certificate,
      certificate.replaceAll(/-----[A-Z ]+-----|\n/g, ''),
    ];
    for (const [index, key] of privates.entries()) {
      expect(problemOf({ alipay: { ...alipay, privateKey: key } }), `private ${index}`).to.equal('');
    }
    for (const [index, key] of publics.entries()) {
      expect(problemOf({ alipay: { ...alipay, platformPublicKey: key } }), `public ${index}`).to.equal('');
    }
  });

  it('stop the start with the name of a missing value', () => {
    for (const [platform, whole] of Object.entries({ alipay, wechat, lianlian })) {
      const optional = new Set(['address', 'business', ...Object.keys(configOf().lianlian)]);
      for (const name of Object.keys(whole).filter((one) => !optional.has(one))) {
        const { [name]: _left, ...rest } = whole as Record<string, unknown>;
        expect(problemOf({ [platform]: rest })).to.match(
          new RegExp(`"modules\\.payments\\.${platform}\\.${name}" is missing`),
        );
      }
    }
    const half = { ...wechat, platformPublicKey };
    expect(problemOf({ wechat: half })).to.include('"modules.payments.wechat.platformSerial" is missing');
    expect(problemOf({ wechat: { platformSerial: 'a', address: wechat.address } })).to.include('merchantId');
  });

  it('stop the start with the name of an invalid key, without its value', () => {
    const wrong = {
      privateKey: [
        'secret words',
        platformPublicKey,
        pem(elliptic.publicKey),
        elliptic.privateKey.export({ type: 'pkcs8', format: 'pem' }),
        'c2VjcmV0',
      ],
      platformPublicKey: ['secret words', privateKey, pem(elliptic.publicKey), pem(pss.publicKey), 'c2VjcmV0'],
    };
    for (const [name, keys] of Object.entries(wrong)) {
      for (const key of keys) {
        const problem = problemOf({ alipay: { ...alipay, [name]: key } });
        expect(problem).to.match(new RegExp(`"modules\\.payments\\.alipay\\.${name}" is no RSA (private|public) key`));
        expect(problem)
          .not.to.include(String(key).slice(30, 60) || 'secret')
          .and.not.to.match(/secret|c2Vj/);
      }
    }
  });

  it('stop the start with a short key, the own public key, or an invalid API v3 key', () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 512 });
    expect(problemOf({ alipay: { ...alipay, platformPublicKey: pem(short.publicKey) } })).to.include(
      'is no RSA public key',
    );
    const mine = pem(createPublicKey(createPrivateKey(privateKey)));
    expect(problemOf({ lianlian: { ...lianlian, platformPublicKey: mine } })).to.include(
      'is the public key of this merchant',
    );
    for (const apiV3Key of ['k', 'k'.repeat(31), 'ä'.repeat(32)]) {
      const problem = problemOf({ wechat: { ...wechat, apiV3Key } });
      expect(problem)
        .to.include('"modules.payments.wechat.apiV3Key" must be 32 characters')
        .and.not.include(apiV3Key + apiV3Key);
    }
  });

  it('require https in production', () => {
    const readable = { alipay: { ...alipay, address: 'http://alipay.invalid' } };
    expect(problemOf(readable)).to.equal('');
    expect(problemOf(readable, 'production')).to.include('"modules.payments.alipay.address" is not https');
    const refunds = { lianlian: { ...lianlian, refundAddress: 'http://lianlian.invalid' } };
    expect(problemOf(refunds, 'production')).to.include('"modules.payments.lianlian.refundAddress" is not https');
    expect(problemOf({ alipay, wechat, lianlian }, 'production')).to.equal('');
  });
});
