import { expect } from 'chai';
import type { GivenCode } from '../../../../../core/platform/verification/index.ts';
import { later, otherThan, outbox, sharedVerification, someMobile, Visitor } from '../verification_fleet.ts';
import { started } from '../../../../support/started.ts';

describe('A code by SMS', () => {
  const replica = started(sharedVerification);

  const codes = () => replica.kernel.services.smsCodes;

  /** A code as it reached the phone. */
  const sentCode = async (): Promise<GivenCode> => {
    const mobile = someMobile();
    const { body } = await new Visitor(replica).askCode({ type: 'register', mobile }).expect(200);
    const [message] = await outbox(replica.kernel, mobile);
    return { smsToken: body.smsToken, type: 'register', mobile, code: message!.code };
  };

  it('is right once', async () => {
    const given = await sentCode();
    expect(await codes().verify(given)).to.equal('success');
    expect(await codes().verify(given)).to.equal('expired');
  });

  it('is right for any spelling of the number', async () => {
    const given = await sentCode();
    const mobile = `+86 ${given.mobile.slice(0, 3)}-${given.mobile.slice(3)}`;
    expect(await codes().verify({ ...given, mobile })).to.equal('success');
  });

  it('is wrong for another number, purpose, token or other digits', async () => {
    const given = await sentCode();
    const other = await sentCode();
    const wrong = [
      { ...given, mobile: other.mobile },
      { ...given, type: 'sms_login' as const },
      { ...given, code: otherThan(given.code) },
      { ...given, code: '' },
    ];
    for (const one of wrong) expect(await codes().verify(one)).to.equal('invalid');
    expect(await codes().verify({ ...other, smsToken: 'never issued' })).to.equal('invalid');
    expect(await codes().verify(given)).to.equal('success');
    expect(await codes().verify(other)).to.equal('success');
  });

  it('is checked at most five times', async () => {
    const given = await sentCode();
    const wrong = { ...given, code: otherThan(given.code) };
    for (let count = 1; count <= 5; count++) expect(await codes().verify(wrong)).to.equal('invalid');
    expect(await codes().verify(given)).to.equal('expired');
  });

  it('expires after ten minutes', async () => {
    const given = await sentCode();
    const wrong = { ...given, code: otherThan(given.code) };
    await later(replica.kernel, 599, async () => expect(await codes().verify(wrong)).to.equal('invalid'));
    await later(replica.kernel, 601, async () => expect(await codes().verify(given)).to.equal('expired'));
    expect(await codes().verify(given)).to.equal('success');
  });
});
