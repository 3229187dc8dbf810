import { expect } from 'chai';
import type { GivenCode } from '../../../../../core/platform/verification/index.ts';
import { prepared, started } from '../../../../support/started.ts';
import { atOnce, verificationFleet, otherThan, outbox, someMobile, tally, Visitor } from '../verification_fleet.ts';

describe('A code by SMS that is checked fifty times at once', () => {
  const fleet = started(verificationFleet);

  const replica = prepared(() => fleet.replica());

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
    const results = await atOnce(50, () => codes().verify(given));
    expect(tally(results)).to.deep.equal({ success: 1, expired: 49 });
  });

  it('counts five wrong guesses', async () => {
    const given = await sentCode();
    const results = await atOnce(50, () => codes().verify({ ...given, code: otherThan(given.code) }));
    expect(tally(results)).to.deep.equal({ invalid: 5, expired: 45 });
  });
});
