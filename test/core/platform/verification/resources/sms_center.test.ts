import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { SmsLimits } from '../../../../../core/platform/verification/services/sms_limits.ts';
import { SmsSender } from '../../../../../core/platform/verification/services/sms_sender.ts';
import { substitute } from '../../../infrastructure/jobs/fleet.ts';
import {
  outbox,
  said,
  sharedVerification,
  solvedCaptcha,
  someMobile,
  Visitor,
  withSms,
} from '../verification_fleet.ts';
import { started } from '../../../../support/started.ts';

describe('Codes by SMS', () => {
  const replica = started(sharedVerification);

  const sent = (mobile: string) => outbox(replica.kernel, mobile);

  it('are sent for each purpose', async () => {
    for (const type of ['register', 'sms_login', 'sms_bind']) {
      const mobile = someMobile();
      const { body } = await new Visitor(replica).askCode({ type, mobile }).expect(200);
      expect(body).to.have.keys('smsToken');
      expect(body.smsToken).to.match(/^[A-Za-z0-9_-]{43}$/);
      const messages = await sent(mobile);
      expect(messages).to.have.length(1);
      expect(messages[0]!.type).to.equal(type);
      expect(messages[0]!.code).to.match(/^\d{6}$/);
    }
  });

  const right = { type: 'register', mobile: '13900000000' };
  const wrong: readonly [string, object][] = [
    ['nothing', {}],
    ['no type', { mobile: right.mobile }],
    ['no number', { type: 'register' }],
    ['an empty number', { ...right, mobile: '' }],
    ['an unknown type', { ...right, type: 'other' }],
    ['a type of an inherited name', { ...right, type: 'constructor' }],
    ['ten digits', { ...right, mobile: '1390000000' }],
    ['twelve digits', { ...right, mobile: '139000000000' }],
    ['a number that does not begin with 1', { ...right, mobile: '23900000000' }],
    ['another country', { ...right, mobile: '+8513900000000' }],
    ['a country without a sign', { ...right, mobile: '8613900000000' }],
    ['full-width digits', { ...right, mobile: '１３９００００００００' }],
    ['Arabic digits', { ...right, mobile: '1٣٩00000000' }],
    ['letters', { ...right, mobile: '1390000000x' }],
    ['a line break', { ...right, mobile: '13900000000\n' }],
    ['NUL', { ...right, mobile: '1390000\u00000000' }],
    ['half a character', { ...right, mobile: '1390000\ud8000000' }],
    ['a JSON number', { ...right, mobile: 13900000000 }],
    ['a list', { ...right, mobile: ['13900000000'] }],
    ['an object', { ...right, mobile: { $ne: '' } }],
    ['a number that is too long', { ...right, mobile: `1390000000${' '.repeat(300)}0` }],
    ['a captcha that is an object', { ...right, captchaToken: {} }],
    ['a phrase that is a list', { ...right, phrase: ['a'] }],
    ['a phrase that is too long', { ...right, phrase: 'x'.repeat(256) }],
  ];
  it('reject invalid parameters: 422, code 9', async () => {
    const taken: string[] = [];
    for (const [what, sent] of wrong) {
      const { status, body } = await new Visitor(replica).askCode(sent);
      const isRefused = status === 422 && Object.keys(body).join() === 'error' && body.error.code === 9;
      if (!isRefused || Object.keys(body.error).sort().join() !== 'code,details,message') taken.push(what);
    }
    expect(taken).to.deep.equal([]);
  });

  it('require a captcha from the fourth in an hour on: 429, code 30001', async () => {
    const visitor = new Visitor(replica);
    for (let count = 1; count <= 3; count++) await visitor.askCode({ ...right, mobile: someMobile() }).expect(200);
    const mobile = someMobile();
    const { body, headers } = await visitor.askCode({ ...right, mobile }).expect(429);
    expect(body).to.deep.equal({
      error: { code: 30001, message: 'A graphic captcha is required; send captchaToken and phrase.' },
    });
    expect(headers).to.not.have.property('retry-after');
    expect(await sent(mobile)).to.be.empty;
    await visitor.askCode({ ...right, mobile, ...(await solvedCaptcha(replica.kernel)) }).expect(200);
    expect(await sent(mobile)).to.have.length(1);
    await visitor.askCode({ ...right, mobile }).expect(429);
    await new Visitor(replica).askCode({ ...right, mobile }).expect(200);
  });

  it('accept a complete and right captcha only, and once', async () => {
    const visitor = new Visitor(replica);
    for (let count = 1; count <= 3; count++) await visitor.askCode({ ...right, mobile: someMobile() }).expect(200);
    const mobile = someMobile();
    const captcha = await solvedCaptcha(replica.kernel);
    const refused = async (given: object, message: RegExp) => {
      const { body } = await visitor.askCode({ ...right, mobile, ...given }).expect(429);
      expect(body.error.code).to.equal(30001);
      expect(body.error.message).to.match(message);
    };
    await refused({ captchaToken: captcha.captchaToken }, /required/);
    await refused({ phrase: captcha.phrase }, /required/);
    await refused({ ...captcha, phrase: 'nope' }, /wrong/);
    await refused({ captchaToken: 'unknown', phrase: 'nope' }, /wrong/);
    await visitor.askCode({ ...right, mobile, ...captcha }).expect(200);
    await refused(captcha, /expired/);
    const checked = await replica.api.get(`/api/captcha/${captcha.captchaToken}`).query({ phrase: captcha.phrase });
    expect(checked.body).to.deep.equal({ status: 'expired' });
  });

  it('accept a captcha that was checked before, once, also after its last check', async () => {
    const visitor = new Visitor(replica);
    for (let count = 1; count <= 3; count++) await visitor.askCode({ ...right, mobile: someMobile() }).expect(200);
    const captcha = await solvedCaptcha(replica.kernel);
    const check = async (phrase: string) =>
      (await replica.api.get(`/api/captcha/${captcha.captchaToken}`).query({ phrase })).body.status as string;
    for (let count = 1; count <= 4; count++) expect(await check('nope')).to.equal('invalid');
    expect(await check(captcha.phrase)).to.equal('success');
    expect(await check(captcha.phrase)).to.equal('expired');
    const mobile = someMobile();
    const wrongPhrase = await visitor.askCode({ ...right, mobile, ...captcha, phrase: 'nope' }).expect(429);
    expect(wrongPhrase.body.error.code).to.equal(30001);
    await visitor.askCode({ ...right, mobile, ...captcha }).expect(200);
    expect((await visitor.askCode({ ...right, mobile, ...captcha }).expect(429)).body.error.message).to.match(
      /expired/,
    );
  });

  it('do not use up a captcha while none is required', async () => {
    const captcha = await solvedCaptcha(replica.kernel);
    await new Visitor(replica).askCode({ ...right, mobile: someMobile(), ...captcha }).expect(200);
    const checked = await replica.api.get(`/api/captcha/${captcha.captchaToken}`).query({ phrase: captcha.phrase });
    expect(checked.body).to.deep.equal({ status: 'success' });
  });

  it('leave neither number nor code nor token in the log', async () => {
    const mobile = someMobile();
    const { body } = await new Visitor(replica).askCode({ ...right, mobile }).expect(200);
    const [message] = await sent(mobile);
    const log = said(replica.fleet);
    expect(log).to.include(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`);
    for (const secret of [mobile, message!.code, body.smsToken]) expect(log).to.not.include(secret);
  });

  it('are stored as digests without number, code and token', async () => {
    const mobile = someMobile();
    const { body } = await new Visitor(replica).askCode({ ...right, mobile }).expect(200);
    const [message] = await sent(mobile);
    const kept = JSON.stringify(await replica.kernel.services.database.table('sms_codes').select('*'));
    expect(kept).to.include('answer_digest');
    for (const secret of [mobile, `"${message!.code}"`, body.smsToken]) expect(kept).to.not.include(secret);
  });

  it('are disabled without a provider: 500, code 30003, after parameters and before limits', async () => {
    const { services } = replica.kernel;
    const { contributions, environment, limits, logger, smsLimits, smsSender } = services;
    const verificationConfig = withSms(replica.kernel, { provider: 'none', numberPerHour: 0 });
    const sender = construct(SmsSender, { contributions, environment, logger, verificationConfig });
    sender.start();
    const ends = [
      substitute(smsSender, sender),
      substitute(smsLimits, construct(SmsLimits, { limits, verificationConfig })),
    ];
    try {
      const { body } = await new Visitor(replica).askCode(right).expect(500);
      expect(body).to.have.keys('error', 'requestId');
      const message =
        'This site sends no codes by SMS; an operator can enable it with modules.verification.sms.provider.';
      expect(body.error).to.deep.equal({ code: 30003, message });
      await new Visitor(replica).askCode({}).expect(422);
    } finally {
      for (const end of ends) end();
    }
  });
});
