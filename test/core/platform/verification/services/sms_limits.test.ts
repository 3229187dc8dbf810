import { expect } from 'chai';
import { construct } from 'lectern/testing';
import type { SmsConfig } from '../../../../../core/platform/verification/config.ts';
import { SmsLimits } from '../../../../../core/platform/verification/services/sms_limits.ts';
import { substitute } from '../../../infrastructure/jobs/fleet.ts';
import { outbox, sharedVerification, solvedCaptcha, someMobile, Visitor, withSms } from '../verification_fleet.ts';
import { started } from '../../../../support/started.ts';

const generous = {
  freePerHour: 1000,
  numberPerHour: 1000,
  numberPerDay: 1000,
  addressPerHour: 1000,
  sitePerDay: 1000,
};

describe('Limits of codes by SMS', () => {
  let end = () => {};

  const replica = started(sharedVerification);

  afterEach(async () => {
    end();
    end = () => {};
    await replica.kernel.services.database.table('limit_counters').delete();
  });

  /** Uses other limits than the usual ones. */
  const limit = (sms: Partial<SmsConfig>) => {
    const { limits, smsLimits } = replica.kernel.services;
    const other = construct(SmsLimits, { limits, verificationConfig: withSms(replica.kernel, sms) });
    end = substitute(smsLimits, other);
  };
  const register = (mobile: string) => ({ type: 'register', mobile });

  it('are five an hour for a number in any spelling: 429, code 30002', async () => {
    const spellings = [
      '13800000001',
      '+8613800000001',
      '008613800000001',
      '+86 138-0000-0001',
      ' 0086 - 138 0000 0001 ',
    ];
    for (const spelling of spellings) await new Visitor(replica).askCode(register(spelling)).expect(200);
    expect(await outbox(replica.kernel, '13800000001')).to.have.length(5);
    for (const spelling of spellings) {
      const { body, headers } = await new Visitor(replica).askCode(register(spelling)).expect(429);
      expect(body.error.code).to.equal(30002);
      expect(Number(headers['retry-after'])).to.be.within(3500, 3600);
      expect(headers['ratelimit-policy']).to.equal('"sms_number_hour";q=5;w=3600');
    }
    expect(await outbox(replica.kernel, '13800000001')).to.have.length(5);
  });

  it('are shared by all purposes', async () => {
    limit({ ...generous, numberPerHour: 2 });
    const mobile = someMobile();
    await new Visitor(replica).askCode({ type: 'register', mobile }).expect(200);
    await new Visitor(replica).askCode({ type: 'sms_login', mobile }).expect(200);
    await new Visitor(replica).askCode({ type: 'sms_bind', mobile }).expect(429);
  });

  const rules = [
    ['numberPerDay', 'sms_number_day', 86_400],
    ['sitePerDay', 'sms_site_day', 86_400],
    ['addressPerHour', 'sms_address_hour', 3600],
  ] as const;
  for (const [key, name, seconds] of rules) {
    it(`hold for ${key}`, async () => {
      limit({ ...generous, [key]: 2 });
      const mobile = someMobile();
      const address = '198.51.100.7';
      const ask = () =>
        new Visitor(replica, key === 'addressPerHour' ? address : undefined).askCode(
          register(key === 'numberPerDay' ? mobile : someMobile()),
        );
      await ask().expect(200);
      await ask().expect(200);
      const { body, headers } = await ask().expect(429);
      expect(body.error.code).to.equal(30002);
      expect(headers['ratelimit-policy']).to.equal(`"${name}";q=2;w=${seconds}`);
      expect(Number(headers['retry-after'])).to.be.within(seconds - 100, seconds);
    });
  }

  it('are checked before the captcha', async () => {
    limit({ freePerHour: 0, numberPerHour: 0 });
    const { body } = await new Visitor(replica).askCode(register(someMobile())).expect(429);
    expect(body.error.code).to.equal(30002);
  });

  it('use up no captcha', async () => {
    limit({ freePerHour: 0, numberPerHour: 1 });
    const mobile = someMobile();
    await new Visitor(replica).askCode({ ...register(mobile), ...(await solvedCaptcha(replica.kernel)) }).expect(200);
    const captcha = await solvedCaptcha(replica.kernel);
    await new Visitor(replica).askCode({ ...register(mobile), ...captcha }).expect(429);
    expect(await replica.kernel.services.captchas.verify(captcha.captchaToken, captcha.phrase)).to.equal('success');
  });

  it('are not used up by requests without a solved captcha', async () => {
    limit({ freePerHour: 0, numberPerHour: 1, sitePerDay: 1 });
    const mobile = someMobile();
    for (let count = 1; count <= 3; count++) {
      const { body } = await new Visitor(replica).askCode(register(mobile)).expect(429);
      expect(body.error.code).to.equal(30001);
    }
    await new Visitor(replica).askCode({ ...register(mobile), ...(await solvedCaptcha(replica.kernel)) }).expect(200);
  });

  it('do not count a rejected request as a free code of its address', async () => {
    limit({ freePerHour: 1, numberPerHour: 1 });
    const mobile = someMobile();
    const visitor = new Visitor(replica);
    await new Visitor(replica).askCode(register(mobile)).expect(200);
    const { body } = await visitor.askCode(register(mobile)).expect(429);
    expect(body.error.code).to.equal(30002);
    await visitor.askCode(register(someMobile())).expect(200);
  });

  it('count an IPv6 network as one caller, and a mapped IPv4 address as itself', async () => {
    limit({ ...generous, addressPerHour: 1 });
    const ask = (address: string) => new Visitor(replica, address).askCode(register(someMobile()));
    await ask('2001:db8:7:8::1').expect(200);
    await ask('2001:DB8:7:8:9:a:b:c').expect(429);
    await ask('2001:db8:7:9::1').expect(200);
    await ask('203.0.113.5').expect(200);
    await ask('::ffff:203.0.113.5').expect(429);
    await ask('::ffff:203.0.113.6').expect(200);
  });
});
