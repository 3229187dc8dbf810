import { X509Certificate } from 'node:crypto';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { certificateOf } from '../../../../core/payments/sandbox/certificate.ts';
import { pairOf } from '../../../../core/payments/sandbox/sandbox_keys.ts';

describe('Certificates of the sandbox', () => {
  it('are read and verified by Node.js', async () => {
    const pair = await pairOf('wechat');
    const now = new Date('2026-05-01T10:20:30Z');
    const until = new Date('2026-06-01T00:00:00Z');
    const certificate = new X509Certificate(certificateOf({ ...pair, serial: '5A0F', now, until }));
    expect(certificate.serialNumber).to.equal('5A0F');
    expect(certificate.publicKey.equals(pair.publicKey)).to.equal(true);
    expect(certificate.verify(pair.publicKey)).to.equal(true);
    expect(certificate.verify((await pairOf('stranger')).publicKey)).to.equal(false);
    expect(new Date(certificate.validTo)).to.deep.equal(until);
  });

  it('name the host of a TLS server', async () => {
    const pair = await pairOf('wechat');
    const certificate = new X509Certificate(
      certificateOf({ ...pair, serial: '01', now: new Date(), name: 'localhost' }),
    );
    expect(certificate.checkHost('localhost')).to.equal('localhost');
    expect(certificate.checkHost('sandbox')).to.equal(undefined);
  });
});
