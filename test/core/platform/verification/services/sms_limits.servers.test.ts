import { expect } from 'chai';
import type { Fleet } from '../../../infrastructure/jobs/fleet.ts';
import { atOnce, verificationFleet, outbox, solvedCaptcha, someMobile, tally, Visitor } from '../verification_fleet.ts';

describe('Limits of codes by SMS for fifty requests at once', () => {
  let fleet: Fleet;

  beforeEach(async () => {
    fleet = await verificationFleet();
  });
  afterEach(() => fleet.clear());

  const register = (mobile: string) => ({ type: 'register', mobile });

  it('hold over two replicas for one number', async () => {
    const replicas = [await fleet.replica(), await fleet.replica()];
    const mobile = someMobile();
    const answers = await atOnce(50, (index) => new Visitor(replicas[index % 2]!).askCode(register(mobile)));
    expect(tally(answers.map(({ status, body }) => body.error?.code ?? status))).to.deep.equal({ 200: 5, 30002: 45 });
    expect(await outbox(replicas[0]!.kernel, mobile)).to.have.length(5);
  });

  it('hold over two replicas for one address', async () => {
    const replicas = [await fleet.replica(), await fleet.replica()];
    const answers = await atOnce(50, (index) =>
      new Visitor(replicas[index % 2]!, '192.0.2.99').askCode(register(someMobile())),
    );
    expect(tally(answers.map(({ status, body }) => body.error?.code ?? status))).to.deep.equal({ 200: 3, 30001: 47 });
  });

  it('permit one code for one captcha', async () => {
    const replica = await fleet.replica({ verification: { sms: { freePerHour: 0 } } });
    const captcha = await solvedCaptcha(replica.kernel);
    const answers = await atOnce(50, () => new Visitor(replica).askCode({ ...register(someMobile()), ...captcha }));
    expect(tally(answers.map(({ status, body }) => body.error?.code ?? status))).to.deep.equal({ 200: 1, 30001: 49 });
  });
});
