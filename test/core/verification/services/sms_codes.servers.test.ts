import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { GivenCode } from '../../../../core/verification/index.ts';
import type { Fleet, Replica } from '../../jobs/fleet.ts';
import { atOnce, verificationFleet, otherThan, outbox, someMobile, tally, Visitor } from '../verification_fleet.ts';

describe('A code by SMS that is checked fifty times at once', () => {
  let fleet: Fleet;
  let replica: Replica;

  before(async () => {
    fleet = await verificationFleet();
    replica = await fleet.replica();
  });
  after(() => fleet.clear());

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
