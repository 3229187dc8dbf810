import { expect } from 'chai';
import fc from 'fast-check';
import { xxteaDecrypt } from '../../../../../../core/platform/users/services/credentials/xxtea.ts';
import { anyCharacter } from '../../../../../support/any_character.ts';
import { xxteaEncrypt } from '../../../../../support/xxtea.ts';

const KEY = 'EduSoho';

/** Made by other implementations (decisions, section 5). */
const vectors: Readonly<Record<string, string>> = {
  '123456': 'hiswBkbHdujHJGAK',
  '000000': 'dds/iixXkre23mWg',
  p: 'XN3cEcX4AUU=',
  pässw0rd: 'mzTzM9od0N1pbZ8n832Bbw==',
};

const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
const key = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 });

describe('XXTEA', () => {
  for (const [text, encrypted] of Object.entries(vectors)) {
    it(`encrypts ${text} like other implementations, and decrypts it`, () => {
      expect(Buffer.from(xxteaEncrypt(Buffer.from(text), KEY)).toString('base64')).to.equal(encrypted);
      expect(Buffer.from(xxteaDecrypt(Buffer.from(encrypted, 'base64'), KEY)!).toString()).to.equal(text);
    });
  }

  it('decrypts what it encrypted, and leaves its inputs unchanged', () => {
    fc.assert(
      fc.property(bytes, key, (plain, secret) => {
        const before = Buffer.from(plain).toString('hex');
        const encrypted = xxteaEncrypt(plain, secret);
        const length = encrypted.length;
        expect(Buffer.from(xxteaDecrypt(encrypted, secret)!).toString('hex')).to.equal(before);
        expect(Buffer.from(plain).toString('hex')).to.equal(before);
        expect([length % 4, length > plain.length]).to.deep.equal([0, true]);
      }),
      { numRuns: 500 },
    );
  });

  it('reads bytes in the middle of a larger array', () => {
    fc.assert(
      fc.property(bytes, fc.nat(9), (plain, offset) => {
        const encrypted = xxteaEncrypt(plain, KEY);
        const around = new Uint8Array(offset + encrypted.length + 5);
        around.set(encrypted, offset);
        const decrypted = xxteaDecrypt(around.subarray(offset, offset + encrypted.length), KEY);
        expect(Buffer.from(decrypted!).equals(Buffer.from(plain))).to.equal(true);
      }),
    );
  });

  it('detects noise and another key by the encrypted length', () => {
    const taken = { ofNoise: 0, ofAnother: 0 };
    fc.assert(
      fc.property(bytes, key, (noise, secret) => {
        if (xxteaDecrypt(noise, KEY)) taken.ofNoise++;
        if (secret !== KEY && xxteaDecrypt(xxteaEncrypt(noise, secret), KEY)) taken.ofAnother++;
      }),
      { numRuns: 500 },
    );
    expect(taken).to.deep.equal({ ofNoise: 0, ofAnother: 0 });
  });

  it('decrypts no part of a word, and no single word', () => {
    for (const length of [0, 1, 3, 4, 5, 6, 7, 9, 10, 11]) {
      expect(xxteaDecrypt(new Uint8Array(length), KEY), String(length)).to.equal(undefined);
    }
  });

  it('uses the first sixteen bytes of a key', () => {
    const sixteen = 'sixteen-letters!';
    const encrypted = xxteaEncrypt(Buffer.from('123456'), `${sixteen} and more`);
    expect(Buffer.from(xxteaDecrypt(encrypted, sixteen)!).toString()).to.equal('123456');
    expect(xxteaDecrypt(encrypted, sixteen.slice(1))).to.equal(undefined);
  });
});
