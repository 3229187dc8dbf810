import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { Captchas } from '../../../../../core/platform/verification/services/captchas.ts';
import { substitute, type Replica } from '../../../infrastructure/jobs/fleet.ts';
import { atOnce, later, sharedVerification, solvedCaptcha, Visitor } from '../verification_fleet.ts';
import { started } from '../../../../support/started.ts';

describe('Captchas', () => {
  const replica = started(sharedVerification);

  const check = async (captchaToken: string, phrase: string) => {
    const { status, body } = await replica.api.get(`/api/captcha/${captchaToken}`).query({ phrase });
    expect(status).to.equal(200);
    expect(body).to.have.keys('status');
    return (body as { status: string }).status;
  };
  const captcha = () => solvedCaptcha(replica.kernel);

  it('consist of a token and a PNG of 180 x 60 pixels', async () => {
    const { body } = await new Visitor(replica).askPicture().expect(200);
    expect(body).to.have.keys('captchaToken', 'image');
    expect(body.captchaToken).to.match(/^[A-Za-z0-9_-]{43}$/);
    expect(body.image).to.match(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/);
    const png = Buffer.from(body.image.split(',')[1], 'base64');
    expect(png.subarray(0, 8).toString('hex')).to.equal('89504e470d0a1a0a');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).to.deep.equal([180, 60]);
    expect(png.length).to.be.greaterThan(2000);
  });

  it('differ in token, phrase and picture', async () => {
    const one = await captcha();
    const other = await captcha();
    expect(one.captchaToken).to.not.equal(other.captchaToken);
    expect(one.phrase).to.not.equal(other.phrase);
    expect(one.phrase).to.match(/^[AEFHJKMNPRTWXY3479]{5}$/);
    const pictures = await atOnce(2, () => new Visitor(replica).askPicture());
    expect(pictures[0]!.body.image).to.not.equal(pictures[1]!.body.image);
  });

  it('accept the phrase in any case, once', async () => {
    const { captchaToken, phrase } = await captcha();
    expect(await check(captchaToken, phrase.toLowerCase())).to.equal('success');
    expect(await check(captchaToken, phrase)).to.equal('expired');
  });

  it('reject a wrong phrase, and then accept the right one', async () => {
    const { captchaToken, phrase } = await captcha();
    expect(await check(captchaToken, 'nope')).to.equal('invalid');
    expect(await check(captchaToken, `${phrase} `)).to.equal('invalid');
    expect(await check(captchaToken, phrase)).to.equal('success');
  });

  it('are checked at most five times', async () => {
    const { captchaToken, phrase } = await captcha();
    for (let count = 1; count <= 5; count++) expect(await check(captchaToken, 'nope')).to.equal('invalid');
    expect(await check(captchaToken, phrase)).to.equal('expired');
  });

  it('expire after five minutes', async () => {
    const { captchaToken, phrase } = await captcha();
    await later(replica.kernel, 299, async () => expect(await check(captchaToken, 'nope')).to.equal('invalid'));
    await later(replica.kernel, 301, async () => expect(await check(captchaToken, phrase)).to.equal('expired'));
    expect(await check(captchaToken, phrase)).to.equal('success');
  });

  it('with an unknown token are invalid', async () => {
    for (const token of ['x', 'A'.repeat(43), '1', encodeURIComponent("' or 1=1 --"), 'x'.repeat(2000)]) {
      expect(await check(token, 'abcde')).to.equal('invalid');
    }
    expect((await replica.api.get('/api/captcha/%00?phrase=a').expect(404)).body.error.code).to.equal(10);
  });

  it('reject a query without a valid phrase: 422, code 9', async () => {
    const queries = ['', 'phrase=', 'phrase[]=a', 'phrase[a]=b', 'phrase=a&phrase=b', `phrase=${'x'.repeat(256)}`];
    for (const query of queries) {
      const { captchaToken, phrase } = await captcha();
      const { body } = await replica.api.get(`/api/captcha/${captchaToken}?${query}`).expect(422);
      expect(body.error.code, query).to.equal(9);
      expect(body.error.details[0].field, query).to.equal('phrase');
      expect(await check(captchaToken, phrase), query).to.equal('success');
    }
  });

  it('are stored as digests only', async () => {
    const { captchaToken, phrase } = await captcha();
    const rows = await replica.kernel.services.database.table('captchas').select('*');
    const kept = JSON.stringify(rows).toLowerCase();
    expect(rows).to.not.be.empty;
    for (const secret of [captchaToken, phrase]) expect(kept).to.not.include(secret.toLowerCase());
  });

  it('leave neither token nor phrase in the log', async () => {
    const { captchaToken, phrase } = await captcha();
    await check(captchaToken, phrase);
    const log = replica.fleet.logs.join('');
    expect(log).to.include('/captcha/{captchaToken}');
    for (const secret of [captchaToken, phrase]) expect(log).to.not.include(secret);
  });

  it('are limited per address: 429, code 3', async () => {
    const { verificationConfig, ...others } = needsOf(replica);
    const captcha = { ...verificationConfig.captcha, picturesPerMinute: 2 };
    const small = construct(Captchas, { ...others, verificationConfig: { ...verificationConfig, captcha } });
    const end = substitute(replica.kernel.services.captchas, small);
    try {
      const visitor = new Visitor(replica, '2001:db8:1:2::1');
      await visitor.askPicture().expect(200);
      await new Visitor(replica, '2001:db8:1:2:ffff::9').askPicture().expect(200);
      const { body, headers } = await visitor.askPicture().expect(429);
      expect(body.error.code).to.equal(3);
      expect(Number(headers['retry-after'])).to.be.within(1, 60);
      expect(headers['ratelimit-policy']).to.equal('"captcha_address";q=2;w=60');
      await new Visitor(replica, '2001:db8:1:3::1').askPicture().expect(200);
    } finally {
      end();
    }
  });
});

function needsOf({ kernel }: Replica) {
  const { database, clock, limits, captchaPictures, verificationConfig } = kernel.services;
  return { database, clock, limits, captchaPictures, verificationConfig };
}
