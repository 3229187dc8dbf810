import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Fleet, Replica } from '../../jobs/fleet.ts';
import { atOnce, verificationFleet, solvedCaptcha, tally } from '../verification_fleet.ts';

describe('captchas that are checked many times at once', () => {
  let fleet: Fleet;
  let replica: Replica;

  before(async () => {
    fleet = await verificationFleet();
    replica = await fleet.replica();
  });
  after(() => fleet.clear());

  const check = async (captchaToken: string, phrase: string) => {
    const { status, body } = await replica.api.get(`/api/captcha/${captchaToken}`).query({ phrase });
    expect(status).to.equal(200);
    expect(body).to.have.keys('status');
    return (body as { status: string }).status;
  };
  const captcha = () => solvedCaptcha(replica.kernel);

  it('succeed once when fifty right phrases come at once', async () => {
    const { captchaToken, phrase } = await captcha();
    const answers = await atOnce(50, () => check(captchaToken, phrase));
    expect(tally(answers)).to.deep.equal({ success: 1, expired: 49 });
  });

  it('are used once when fifty operations require them at once', async () => {
    const { captchaToken, phrase } = await captcha();
    expect(await check(captchaToken, phrase)).to.equal('success');
    const results = await atOnce(50, () => replica.kernel.services.captchas.use(captchaToken, phrase));
    expect(tally(results)).to.deep.equal({ success: 1, expired: 49 });
  });

  it('count five of fifty wrong phrases that come at once', async () => {
    const { captchaToken } = await captcha();
    const answers = await atOnce(50, () => check(captchaToken, 'nope'));
    expect(tally(answers)).to.deep.equal({ invalid: 5, expired: 45 });
  });
});
