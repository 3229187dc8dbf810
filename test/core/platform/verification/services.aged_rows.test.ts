import { expect } from 'chai';
import { later, sharedVerification, someMobile, Visitor } from './verification_fleet.ts';
import { started } from '../../../support/started.ts';

describe('Expired captchas and codes', () => {
  const replica = started(sharedVerification);

  const DAY_SECONDS = 86_400;
  const rows = async (table: string) => (await replica.kernel.services.database.table(table).select('*')).length;
  const clean = (seconds: number) =>
    later(replica.kernel, seconds, () => replica.kernel.services.jobs.run('verification.clean'));

  it('are kept for a day, and then deleted', async () => {
    const { services } = replica.kernel;
    const visitor = new Visitor(replica);
    const { body } = await visitor.askPicture().expect(200);
    await visitor.askCode({ type: 'register', mobile: someMobile() }).expect(200);

    await clean(DAY_SECONDS - 5);
    expect([await rows('captchas'), await rows('sms_codes'), await rows('sms_outbox')]).to.deep.equal([1, 1, 1]);
    await clean(DAY_SECONDS + 5);
    expect([await rows('captchas'), await rows('sms_codes'), await rows('sms_outbox')]).to.deep.equal([1, 1, 0]);
    await later(replica.kernel, DAY_SECONDS + 295, async () => {
      expect(await services.captchas.verify(body.captchaToken, 'nope')).to.equal('expired');
    });
    await clean(DAY_SECONDS + 305);
    expect([await rows('captchas'), await rows('sms_codes')]).to.deep.equal([0, 1]);
    await clean(DAY_SECONDS + 605);
    expect(await rows('sms_codes')).to.equal(0);
    expect(await services.captchas.verify(body.captchaToken, 'nope')).to.equal('invalid');
  });
});
