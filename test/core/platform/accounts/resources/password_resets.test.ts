import { expect } from 'chai';
import { eventually } from '../../../../support/eventually.ts';
import { started } from '../../../../support/started.ts';
import { codeFor, linkTo, PASSWORD, registered, someEmail, someMobile, somewhere, startAccounts } from '../accounts.ts';

const NEW_PASSWORD = 'another password';
const MINUTE_MS = 60_000;
const STUDENT = 'student@example.com';

describe('Password resets', () => {
  const platform = started(startAccounts);

  afterEach(() => platform.reset());

  const askLink = (email: string, from = somewhere()) =>
    platform.api.post('/api/password_reset_links').set(from).send({ email });
  const reset = (fields: object) =>
    platform.api
      .post('/api/password_resets')
      .set(somewhere())
      .send({ newPassword: NEW_PASSWORD, ...fields });
  const login = (username: string, password: string) =>
    platform.api.post('/api/user/login').set(somewhere()).send({ username, password });
  const codeOf = ({ body }: { body: any }) => body.error.code;

  it('accept a link once, and revoke all tokens', async () => {
    const { body } = await login('student', 'Lectern-2026').expect(200);
    await askLink('Student@example.com').expect(200, { success: true });
    const token = await linkTo(platform, STUDENT);
    await reset({ token, newPassword: 'short' }).expect(422);
    await reset({ token }).expect(200);
    await login('student', NEW_PASSWORD).expect(200);
    await platform.api.get('/api/user/info').set('X-Auth-Token', body.token).expect(401);
    expect(codeOf(await reset({ token }).expect(422))).to.equal(40104);
  });

  it('reject an expired link, and a link sent to a former address', async () => {
    await askLink(STUDENT).expect(200);
    const old = await linkTo(platform, STUDENT);
    platform.clock.advance(30 * MINUTE_MS + 1000);
    expect(codeOf(await reset({ token: old }).expect(422))).to.equal(40104);
    await askLink(STUDENT).expect(200);
    const former = await linkTo(platform, STUDENT, 2);
    await platform.services.identities.change('4', { email: someEmail() });
    expect(codeOf(await reset({ token: former }).expect(422))).to.equal(40104);
    await login('student', 'Lectern-2026').expect(200);
  });

  it('answer an unknown address like a known one, without a mail', async () => {
    await askLink('nobody@example.com').expect(200, { success: true });
    await eventually(async () => {
      const open = platform.services.database.table('event_deliveries').whereNot('state', 'done');
      expect(await open.select('event_id')).to.deep.equal([]);
    });
    expect(await platform.services.database.table('mail_outbox').select('id')).to.deep.equal([]);
  });

  it('are limited per e-mail address and per IP address', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) statuses.push((await askLink('nobody@example.com')).status);
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 429]);
    const network = somewhere();
    for (let count = 0; count < 20; count++) await askLink(`nobody${count}@example.com`, network).expect(200);
    expect(codeOf(await askLink('nobody20@example.com', network).expect(429))).to.equal(3);
  });

  it('accept a code that was issued for a reset', async () => {
    const { mobile } = await registered(platform);
    const { code: other, ...login_ } = await codeFor(platform, 'sms_login', mobile);
    expect(codeOf(await reset({ ...login_, code: other }).expect(422))).to.equal(40103);
    const code = await codeFor(platform, 'sms_forget_password', mobile);
    await reset(code).expect(200);
    await login(mobile, NEW_PASSWORD).expect(200);
    await login(mobile, PASSWORD).expect(401);
    const unknown = await codeFor(platform, 'sms_forget_password', someMobile());
    expect(codeOf(await reset(unknown).expect(422))).to.equal(40103);
    await reset({ mobile }).expect(422);
  });

  it('are separate from SMS logins, which accept a code of their own once', async () => {
    const { mobile, id } = await registered(platform);
    const sign = async (fields: object) => platform.api.post('/api/user/sms_login').set(somewhere()).send(fields);
    const code = await codeFor(platform, 'sms_login', mobile);
    const { status, body } = await sign(code);
    expect([status, body.user?.id]).to.deep.equal([200, id]);
    expect((await sign(code)).body.error.code).to.equal(4);
    expect((await sign(await codeFor(platform, 'sms_login', someMobile()))).body.error.code).to.equal(4);
    expect((await sign(await codeFor(platform, 'register', mobile))).body.error.code).to.equal(4);
    await platform.services.database.table('users').where({ id }).update({ locked: true });
    expect((await sign(await codeFor(platform, 'sms_login', mobile))).body.error.code).to.equal(6);
  });
});
