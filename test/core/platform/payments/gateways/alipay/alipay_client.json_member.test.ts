import { expect } from 'chai';
import { memberText } from '../../../../../../core/platform/payments/gateways/alipay/alipay_client.ts';

describe('memberText', () => {
  it('returns a member as it was sent, with braces and quotes in its texts', () => {
    const inner = '{"a":"}\\"{","b":{"c":[{}, "\\\\"]} , "d" : 1}';
    for (const text of [
      `{"x":${inner},"sign":"s"}`,
      `{"sign":"s", "x" : ${inner}}`,
      `{"y":"\\"x\\":{}","x":${inner}}`,
    ]) {
      expect(memberText(text, 'x')).to.equal(inner);
    }
    for (const text of ['{}', '{"x":1}', '{"x":"{}"}', '{"y":{}}', '{"x":{'])
      expect(memberText(text, 'x')).to.equal(undefined);
  });
});
