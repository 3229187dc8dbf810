import { expect } from 'chai';
import { construct } from 'lectern/testing';
import type { AliyunConfig } from '../../../../../core/platform/verification/config.ts';
import { AliyunSms, aliyunSignature } from '../../../../../core/platform/verification/services/aliyun_sms.ts';
import { substitute, rejectionOf, type Fleet, type Replica } from '../../../infrastructure/jobs/fleet.ts';
import { Aliyun } from '../aliyun.ts';
import { later, verificationFleet, said, someMobile, Visitor, withSms } from '../verification_fleet.ts';

describe('Aliyun SMS', () => {
  const aliyun = new Aliyun();
  let fleet: Fleet;
  let replica: Replica;

  const keys = {
    LECTERN_SMS_ACCESS_KEY_ID: aliyun.accessKeyId,
    LECTERN_SMS_ACCESS_KEY_SECRET: aliyun.accessKeySecret,
  };
  const account = () => ({
    url: aliyun.url,
    signName: '学习 平台*(1)',
    templates: { register: 'SMS_1', sms_login: 'SMS_2', sms_bind: 'SMS_3' },
    timeoutMs: 300,
  });
  const configured = () => ({
    verification: { sms: { provider: 'aliyun', numberPerHour: 1, aliyun: account() } },
  });

  before(async () => {
    await aliyun.open();
    fleet = await verificationFleet();
    replica = await fleet.replica(configured(), keys);
  });

  afterEach(() => {
    aliyun.accepted.splice(0);
    aliyun.bodies.splice(0);
    aliyun.next.splice(0);
  });

  after(async () => {
    await fleet.clear();
    await aliyun.close();
  });

  const ask = (mobile: string, type = 'register') => new Visitor(replica).askCode({ type, mobile });

  it('signs as its documentation shows', () => {
    const regions = {
      AccessKeyId: 'testid',
      Action: 'DescribeRegions',
      Format: 'XML',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
      SignatureVersion: '1.0',
      Timestamp: '2016-02-23T12:46:24Z',
      Version: '2014-05-26',
    };
    expect(aliyunSignature('GET', regions, 'testsecret')).to.equal('OLeaidS1JvxuMvnyHOwuJ+uX5qY=');
    const message = {
      ...regions,
      AccessKeyId: 'testId',
      Action: 'SendSms',
      OutId: '123',
      PhoneNumbers: '15300000001',
      RegionId: 'cn-hangzhou',
      SignName: '阿里云短信测试专用',
      SignatureNonce: '45e25e9b-0a6f-4070-8c85-2956eda1b466',
      TemplateCode: 'SMS_71390007',
      TemplateParam: '{"customer":"test"}',
      Timestamp: '2017-07-12T02:42:19Z',
      Version: '2017-05-25',
    };
    expect(aliyunSignature('GET', message, 'testSecret')).to.equal('zJDF+Lrzhj/ThnlvIToysFRq6t4=');
  });

  for (const [type, template] of Object.entries({ register: 'SMS_1', sms_login: 'SMS_2', sms_bind: 'SMS_3' })) {
    it(`receives a code for ${type}, which is accepted later`, async () => {
      const mobile = someMobile();
      const { body } = await ask(`+86 ${mobile}`, type).expect(200);
      const [sent] = aliyun.accepted;
      expect(sent).to.include({ PhoneNumbers: mobile, SignName: '学习 平台*(1)', TemplateCode: template });
      const { code } = JSON.parse(sent!['TemplateParam']!) as { code: string };
      expect(code).to.match(/^\d{6}$/);
      const given = { smsToken: body.smsToken as string, type: type as 'register', mobile, code };
      expect(await replica.kernel.services.smsCodes.verify(given)).to.equal('success');
    });
  }

  it('receives no nonce twice, and the sandbox rejects repeated and changed requests', async () => {
    await ask(someMobile()).expect(200);
    await ask(someMobile()).expect(200);
    expect(new Set(aliyun.accepted.map((one) => one['SignatureNonce'])).size).to.equal(2);
    expect(aliyun.accepted[0]).to.include({ AccessKeyId: aliyun.accessKeyId });
    const replayed = await fetch(aliyun.url, { method: 'POST', body: new URLSearchParams(aliyun.bodies[0]) });
    expect(((await replayed.json()) as { Code: string }).Code).to.equal('SignatureNonceUsed');
    const changed = aliyun.bodies[0]!.replace('SMS_1', 'SMS_2');
    const forged = await fetch(aliyun.url, { method: 'POST', body: new URLSearchParams(changed) });
    expect(((await forged.json()) as { Code: string }).Code).to.equal('SignatureDoesNotMatch');
  });

  it('rejects an old timestamp, which is answered 503, code 8', async () => {
    const mobile = someMobile();
    await later(replica.kernel, -3600, async () => {
      expect((await ask(mobile).expect(503)).body.error.code).to.equal(8);
    });
    expect(aliyun.accepted).to.be.empty;
    expect(fleet.logs.join('')).to.include('InvalidTimeStamp.Expired');
  });

  it('answers 503, code 8, after failures, which do not count', async () => {
    const mobile = someMobile();
    const visitor = new Visitor(replica);
    for (const code of ['isv.OUT_OF_SERVICE', 'isp.SYSTEM_ERROR', 'silence', 'isv.AMOUNT_NOT_ENOUGH']) {
      aliyun.next.push(code);
      const { body } = await visitor.askCode({ type: 'register', mobile }).expect(503);
      expect(body.error.code).to.equal(8);
      expect(body.error.message).to.equal('The SMS could not be sent; try again later.');
    }
    // One per hour and number, and three free per address: none of the four failures was counted.
    await visitor.askCode({ type: 'register', mobile }).expect(200);
    expect((await visitor.askCode({ type: 'register', mobile }).expect(429)).body.error.code).to.equal(30002);
  });

  it('stores no code that could not be sent', async () => {
    const { database } = replica.kernel.services;
    await database.table('sms_codes').delete();
    aliyun.next.push('isv.OUT_OF_SERVICE');
    await ask(someMobile()).expect(503);
    expect(await database.table('sms_codes').select('*')).to.be.empty;
  });

  it('answers 429, code 30002, at the limit of Aliyun for a number, without counting', async () => {
    const mobile = someMobile();
    aliyun.next.push('isv.BUSINESS_LIMIT_CONTROL');
    const { body, headers } = await ask(mobile).expect(429);
    expect(body.error.code).to.equal(30002);
    expect(headers['retry-after']).to.equal('60');
    await ask(mobile).expect(200);
  });

  it('answers 503 when it is unreachable, and keeps secrets out of the log', async () => {
    const closed = new Aliyun();
    await closed.open();
    const { url } = closed;
    await closed.close();
    const { aliyunSms } = replica.kernel.services as unknown as { aliyunSms: AliyunSms };
    const end = substitute(
      aliyunSms,
      construct(AliyunSms, needsOf({ ...replica.kernel.services.verificationConfig.sms.aliyun, url })),
    );
    try {
      const mobile = someMobile();
      await ask(mobile).expect(503);
      expect(fleet.logs.join('')).to.include('ECONNREFUSED');
      end();
      aliyun.next.push('isv.OUT_OF_SERVICE');
      await ask(mobile).expect(503);
      const log = said(fleet);
      const { code } = JSON.parse(aliyun.accepted[0]!['TemplateParam']!) as { code: string };
      for (const secret of [mobile, code, aliyun.accessKeySecret, aliyun.accessKeyId]) {
        expect(log).to.not.include(secret);
      }
    } finally {
      end();
    }
  });

  it('stops the start without an account, and names the missing values', () => {
    const { url, timeoutMs } = account();
    const start = () => construct(AliyunSms, needsOf({ url, timeoutMs, templates: {} })).start();
    const words = ['accessKeyId', 'accessKeySecret', 'signName', 'templates.register', 'LECTERN_SMS_ACCESS_KEY_ID'];
    for (const word of words) expect(start).to.throw(word);
  });

  it('is rejected over plain http in production', async () => {
    const other = await verificationFleet();
    try {
      const env = { ...keys, NODE_ENV: 'production', LECTERN_ALLOW_EMBEDDED: 'true' };
      expect((await rejectionOf(other.replica(configured(), env))).message).to.include('is not https');
    } finally {
      await other.clear();
    }
  });

  function needsOf(config: AliyunConfig) {
    const { clock, environment } = replica.kernel.services;
    return { clock, environment, verificationConfig: withSms(replica.kernel, { provider: 'aliyun', aliyun: config }) };
  }
});
