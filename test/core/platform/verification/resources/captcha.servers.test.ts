import { expect } from 'chai';
import { atOnce, verificationFleet, solvedCaptcha, tally } from '../verification_fleet.ts';
import { prepared, started } from '../../../../support/started.ts';

describe('Simultaneous checks of a captcha', () => {
  const fleet = started(verificationFleet);

  const replica = prepared(() => fleet.replica());

  const check = async (captchaToken: string, phrase: string) => {
    const { status, body } = await replica.api.get(`/api/captcha/${captchaToken}`).query({ phrase });
    expect(status).to.equal(200);
    expect(body).to.have.keys('status');
    return (body as { status: string }).status;
  };
  const captcha = () => solvedCaptcha(replica.kernel);

  it('succeed once with the right phrase', async () => {
    const { captchaToken, phrase } = await captcha();
    const answers = await atOnce(50, () => check(captchaToken, phrase));
    expect(tally(answers)).to.deep.equal({ success: 1, expired: 49 });
  });

  it('succeed once for operations that require it', async () => {
    const { captchaToken, phrase } = await captcha();
    expect(await check(captchaToken, phrase)).to.equal('success');
    const results = await atOnce(50, () => replica.kernel.services.captchas.use(captchaToken, phrase));
    expect(tally(results)).to.deep.equal({ success: 1, expired: 49 });
  });

  it('count five wrong phrases', async () => {
    const { captchaToken } = await captcha();
    const answers = await atOnce(50, () => check(captchaToken, 'nope'));
    expect(tally(answers)).to.deep.equal({ invalid: 5, expired: 45 });
  });
});
