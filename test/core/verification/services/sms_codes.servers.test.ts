import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { GivenCode } from '../../../../core/verification/index.ts';
import type { Fleet, Replica } from '../../jobs/fleet.ts';
import { atOnce, verificationFleet, otherThan, outbox, someMobile, tally, Visitor } from '../verification_fleet.ts';

describe('a code that comes back many times at once', () => {
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

  it('is right once when it comes fifty times at once', async () => {
    const given = await sentCode();
    const results = await atOnce(50, () => codes().verify(given));
    expect(tally(results)).to.deep.equal({ success: 1, expired: 49 });
  });

  it('is guessed at five times when fifty guesses come at once', async () => {
    const given = await sentCode();
    const results = await atOnce(50, () => codes().verify({ ...given, code: otherThan(given.code) }));
    expect(tally(results)).to.deep.equal({ invalid: 5, expired: 45 });
  });
});
