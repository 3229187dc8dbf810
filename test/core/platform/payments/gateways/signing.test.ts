import { createPrivateKey, createPublicKey } from 'node:crypto';
import { expect } from 'chai';
import { isSigned, signatureOf, sortedPairs } from '../../../../../core/platform/payments/gateways/signing.ts';

// An unused key, and the signatures of the text below that `openssl dgst -sign` makes with it.
const der =
  'MIICXQIBAAKBgQDbRRfxIAj7CsQKR3MKOUyU7Dl2zreKpAV+h2pKEUGh/sK5meI/EIGeZQuL8UGDPb5uqxRse0tjK3rZ2ysQccgc' +
  'jU/ZMpXTi4g58jJtiBntfoQ89XsF3KpXy/jmOHq0T97Wv60mBIx1ZDqoqVN9rrtJ9GnzDURcJDjjmcv3voZ/DwIDAQABAoGBALFV' +
  'mP5nRTwbQd96V5zeKISM5BClMKXM77CcPic2+5jTXJMU1HjilaIP4J3GeZB2ACyq6jKuKJNE1++XpKWBEDAf8ln1QupC4dwPi2lW' +
  'ys7mn9h0/w8/iA9amcHKIXHa8vAaBvIG3s86imJQzUl10ZaiDUgHU4e1cHGO0OxLkGohAkEA8xHG6Bdw5v48NAg9wplU3coTii4v' +
  't24MNLWUP9+OAt88q7OuzqFObgr9O/3sDEbyjJ76ZWWZCKDB39KZa9ea3wJBAObvNEft+5owHI+BalpA23eJ9Xbp4UkDmPLMioF9' +
  'UzAnuoLV1cp5GllcWNgj3Or/4pm60dbwmBGNWLf3pMUP0dECQFhrfw+ud0OP+BZ1aQIBBP4pJDJ/2pu/THFgHC2gBOjGjCtpkY1Y' +
  '4E7ncHcCR3uv00uUCUIZUzHwSJZC5cx1AcECQQCM1EcPrmOHDdv877EJxQ+RgII+uDX4rsbxGidE/EZk0XV+ICU2Sk/1Osm7VXN9' +
  'o/puQW2CJEq4OXhnCBBlVFZhAkAGQgZx5huWpHpgXfiFRhilsG/R54aR8k85YxDjqfrOpRdk18T0Zb5BDTP9ZPHsV/Uu07vHTZEu' +
  'hxA7SHOH4yGT';
const text = '金额=1.00&b=ä';
const vectors = {
  'RSA-SHA256':
    'ZMnT1aVuSLrjBRd/wmYZO1moSbAqvIhd1RoqTbtdnsKOU7f8mhgRBz6o9O/dSgrtdwf8S4iRS8RmV53Hal1Uk4NFbI/liNUG17mm' +
    'joON+9U9ryQyx8yF+X3LJ/W0nLYf+MI+jnUh1eVdeIJd6k3EJCnZKKst8jG0FYPjQodBRhs=',
  'RSA-MD5':
    'EPVl1zd4FKxAb14HDeHHHkXQdcx+DhnjnjOdAlFJTRmZoM02L5MebSni9CdKEydRVa660q6rQccIBzg3hbme3Sf7sbalSgnvYKln' +
    'vZRwYfqaCSzO9Yc/7yeoJ6DsxOgriuZo48Boyzfw48ObB1B94nmRt78BjYlPMADUI6lONoA=',
} as const;

const privateKey = createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs1' });
const publicKey = createPublicKey(privateKey);

describe('Signatures', () => {
  for (const method of ['RSA-SHA256', 'RSA-MD5'] as const) {
    it(`equal those of openssl with ${method}`, () => {
      expect(signatureOf(text, privateKey, method)).to.equal(vectors[method]);
      expect(isSigned({ text, signature: vectors[method] }, publicKey, method)).to.equal(true);
    });

    it(`with ${method} match one text, in one notation`, () => {
      const signature = vectors[method];
      const others = ['', `${signature}=`, `${signature} `, signature.replace(/=$/, ''), signature.toLowerCase(), 'ä'];
      for (const other of others)
        expect(isSigned({ text, signature: other }, publicKey, method), other).to.equal(false);
      expect(isSigned({ text: `${text} `, signature }, publicKey, method)).to.equal(false);
      expect(isSigned({ text, signature }, publicKey, method === 'RSA-MD5' ? 'RSA-SHA256' : 'RSA-MD5')).to.equal(false);
    });
  }

  it('cover fields sorted by name, without the empty ones', () => {
    expect(sortedPairs({ b: '2', a: '1', Z: '0', empty: '', a_b: '=&' })).to.equal('Z=0&a=1&a_b==&&b=2');
  });
});
