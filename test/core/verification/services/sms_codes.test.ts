import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Fleet, Replica } from '../jobs/fleet.ts';
import type { GivenCode } from '../../../core/verification/index.ts';
import { atOnce, later, openOffice, otherThan, outbox, someMobile, tally, Visitor } from './office.ts';

describe('a code that comes back', () => {
  let fleet: Fleet;
  let replica: Replica;

  before(async () => {
    fleet = await openOffice();
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
    expect(await codes().verify(given)).to.equal('success');
    expect(await codes().verify(given)).to.equal('expired');
  });

  it('is right for any spelling of the number', async () => {
    const given = await sentCode();
    const mobile = `+86 ${given.mobile.slice(0, 3)}-${given.mobile.slice(3)}`;
    expect(await codes().verify({ ...given, mobile })).to.equal('success');
  });

  it('is wrong for another number, another purpose, another token and other digits', async () => {
    const given = await sentCode();
    const other = await sentCode();
    const wrong = [
      { ...given, mobile: other.mobile },
      { ...given, type: 'sms_login' as const },
      { ...given, code: otherThan(given.code) },
      { ...given, code: '' },
    ];
    for (const one of wrong) expect(await codes().verify(one)).to.equal('invalid');
    expect(await codes().verify({ ...other, smsToken: 'never issued' })).to.equal('invalid');
    expect(await codes().verify(given)).to.equal('success');
    expect(await codes().verify(other)).to.equal('success');
  });

  it('is looked at five times', async () => {
    const given = await sentCode();
    const wrong = { ...given, code: otherThan(given.code) };
    for (let count = 1; count <= 5; count++) expect(await codes().verify(wrong)).to.equal('invalid');
    expect(await codes().verify(given)).to.equal('expired');
  });

  it('expires after ten minutes', async () => {
    const given = await sentCode();
    const wrong = { ...given, code: otherThan(given.code) };
    await later(replica.kernel, 599, async () => expect(await codes().verify(wrong)).to.equal('invalid'));
    await later(replica.kernel, 601, async () => expect(await codes().verify(given)).to.equal('expired'));
    expect(await codes().verify(given)).to.equal('success');
  });

  it('is right once when it comes fifty times at once', async function () {
    if (!process.env.TEST_DATABASE_URL) return this.skip();
    const given = await sentCode();
    const results = await atOnce(50, () => codes().verify(given));
    expect(tally(results)).to.deep.equal({ success: 1, expired: 49 });
  });

  it('is guessed at five times when fifty guesses come at once', async function () {
    if (!process.env.TEST_DATABASE_URL) return this.skip();
    const given = await sentCode();
    const results = await atOnce(50, () => codes().verify({ ...given, code: otherThan(given.code) }));
    expect(tally(results)).to.deep.equal({ invalid: 5, expired: 45 });
  });
});

describe('captchas and codes whose time is over', () => {
  let fleet: Fleet;
  let replica: Replica;

  before(async () => {
    fleet = await openOffice();
    replica = await fleet.replica();
  });

  after(() => fleet.clear());

  const DAY = 86_400;
  const rows = async (table: string) => (await replica.kernel.services.database.table(table).select('*')).length;
  const clean = (seconds: number) =>
    later(replica.kernel, seconds, () => replica.kernel.services.jobs.run('verification.clean'));

  it('are kept a day, and then deleted', async () => {
    const { services } = replica.kernel;
    const visitor = new Visitor(replica);
    const { body } = await visitor.askPicture().expect(200);
    await visitor.askCode({ type: 'register', mobile: someMobile() }).expect(200);

    await clean(DAY - 5);
    expect([await rows('captchas'), await rows('sms_codes'), await rows('sms_outbox')]).to.deep.equal([1, 1, 1]);
    await clean(DAY + 5);
    expect([await rows('captchas'), await rows('sms_codes'), await rows('sms_outbox')]).to.deep.equal([1, 1, 0]);
    await later(replica.kernel, DAY + 295, async () => {
      expect(await services.captchas.verify(body.captchaToken, 'nope')).to.equal('expired');
    });
    await clean(DAY + 305);
    expect([await rows('captchas'), await rows('sms_codes')]).to.deep.equal([0, 1]);
    await clean(DAY + 605);
    expect(await rows('sms_codes')).to.equal(0);
    expect(await services.captchas.verify(body.captchaToken, 'nope')).to.equal('invalid');
  });

  it('are deleted however many they are', async () => {
    const { database } = replica.kernel.services;
    await database.raw(
      `insert into captchas (token_digest, answer_digest, created_at, expires_at)
       select lpad(n::text, 43, 'x'), repeat('y', 43), now() - interval '3 days', now() - interval '2 days'
       from generate_series(1, 2500) n`,
    );
    await clean(0);
    expect(await rows('captchas')).to.equal(0);
  });
});
