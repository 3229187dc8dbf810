import { expect } from 'chai';
import { ForgedNotice } from '../../../../../../core/platform/payments/gateway.ts';
import { opened } from '../../../../../../core/platform/payments/gateways/wechat/wechat_keys.ts';
import { sealed, wechatMerchant } from '../../../../../../core/platform/payments/sandbox/wechat_merchant.ts';

describe('Encrypted content of WeChat Pay', () => {
  const key = Buffer.from(wechatMerchant.apiV3Key);
  type Sealed = Record<'algorithm' | 'ciphertext' | 'associated_data' | 'nonce', string>;

  it('is decrypted only unchanged and with the right key', () => {
    const whole = sealed('金额', 'transaction') as Sealed;
    expect(opened(whole, key)).to.equal('金额');
    const bytes = Buffer.from(whole.ciphertext, 'base64');
    const flipped = (at: number) => Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)));
    const changes: Partial<Record<keyof Sealed, string | undefined>>[] = [
      ...[...bytes.keys()].map((at) => ({ ciphertext: flipped(at).toString('base64') })),
      { ciphertext: bytes.subarray(0, -1).toString('base64') },
      { ciphertext: bytes.subarray(-15).toString('base64') },
      { associated_data: 'certificate' },
      { nonce: '000000000000' },
      { nonce: '' },
      { algorithm: 'AES-128-GCM' },
      { algorithm: undefined },
    ];
    for (const change of changes) {
      expect(() => opened({ ...whole, ...change }, key), JSON.stringify(change)).to.throw(ForgedNotice);
    }
    expect(() => opened(whole, Buffer.from('k'.repeat(32)))).to.throw(ForgedNotice);
    for (const nothing of [undefined, null, 'text', []]) expect(() => opened(nothing, key)).to.throw(ForgedNotice);
  });
});
