import { expect } from 'chai';
import type { Response } from 'supertest';
import { addUserWithoutPassword } from '../social_login/asking_platform.ts';
import { atOnce, tally } from '../verification/verification_fleet.ts';
import {
  allow,
  codeFor,
  linkTo,
  mailsTo,
  PASSWORD,
  registered,
  sendRegistration,
  someEmail,
  someMobile,
  somewhere,
  startAccounts,
  tokenIn,
} from './accounts.ts';
import { TwoServers } from './two_servers.ts';
import { prepared, started } from '../../../support/started.ts';

const FIFTY = 50;
/** Mails that one address gets in an hour. */
const LINKS = 5;

describe('Fifty requests at once to two servers', () => {
  const platform = prepared(startAccounts);
  const servers = started(() => TwoServers.start(platform));

  afterEach(() => platform.reset());

  const post = (path: string, fields: object) => servers.api.post(path).set(somewhere()).send(fields);
  const patch = (path: string, header: object, fields: object) =>
    servers.api
      .patch(path)
      .set({ ...somewhere(), ...header })
      .send(fields);
  const outcomes = (answers: readonly Response[]) =>
    tally(answers.map(({ status, body }) => (status < 300 ? status : `${status}/${body.error.code}`)));

  it('register one account per code', async () => {
    await allow(platform, 'mobile');
    const code = await codeFor(platform, 'register', someMobile());
    const answers = await atOnce(FIFTY, () => sendRegistration(servers, code));
    expect(outcomes(answers)).to.deep.equal({ 201: 1, '422/40103': FIFTY - 1 });
  });

  it('register one account per nickname and per mobile number', async () => {
    await allow(platform, 'mobile');
    const codes = await atOnce(FIFTY, () => codeFor(platform, 'register', someMobile()));
    const named = await atOnce(FIFTY, (index) => sendRegistration(servers, { ...codes[index], nickname: 'unique' }));
    expect(outcomes(named)).to.deep.equal({ 201: 1, '422/9': FIFTY - 1 });
    const mobile = someMobile();
    const same = await atOnce(FIFTY, () => codeFor(platform, 'register', mobile));
    const numbered = await atOnce(FIFTY, (index) => sendRegistration(servers, same[index]!));
    expect(outcomes(numbered)).to.deep.equal({ 201: 1, '422/9': FIFTY - 1 });
  });

  it('use a confirmation link once, and a reset link once', async () => {
    await allow(platform, 'email_verify');
    const email = someEmail();
    await sendRegistration(platform, { email }).expect(201);
    const confirmation = { token: await linkTo(platform, email) };
    const confirmed = await atOnce(FIFTY, () => post('/api/email_confirmations', confirmation));
    expect(outcomes(confirmed)).to.deep.equal({ 200: 1, '422/40104': FIFTY - 1 });
    await post('/api/password_reset_links', { email }).expect(200);
    const reset = { token: await linkTo(platform, email, 2), newPassword: 'another password' };
    const answers = await atOnce(FIFTY, () => post('/api/password_resets', reset));
    expect(outcomes(answers)).to.deep.equal({ 200: 1, '422/40104': FIFTY - 1 });
  });

  it('sign in once per code, and reset one password per code', async () => {
    const { mobile } = await registered(platform);
    const login = await codeFor(platform, 'sms_login', mobile);
    const logins = await atOnce(FIFTY, () => post('/api/user/sms_login', login));
    expect(outcomes(logins)).to.deep.equal({ 200: 1, '401/4': FIFTY - 1 });
    const code = await codeFor(platform, 'sms_forget_password', mobile);
    const resets = await atOnce(FIFTY, () =>
      post('/api/password_resets', { ...code, newPassword: 'another password' }),
    );
    expect(outcomes(resets)).to.deep.equal({ 200: 1, '422/40103': FIFTY - 1 });
  });

  it('give a mobile number to one user, with one code or a code each', async () => {
    const people = await atOnce(FIFTY, () => addUserWithoutPassword(platform));
    const code = await codeFor(platform, 'sms_bind', someMobile());
    const byOne = await atOnce(FIFTY, (index) => patch('/api/me/mobile', people[index]!, code));
    expect(outcomes(byOne)).to.deep.equal({ 200: 1, '422/40103': FIFTY - 1 });
    const mobile = someMobile();
    const codes = await atOnce(FIFTY, () => codeFor(platform, 'sms_bind', mobile));
    const byEach = await atOnce(FIFTY, (index) => patch('/api/me/mobile', people[index]!, codes[index]!));
    expect(outcomes(byEach)).to.deep.equal({ 200: 1, '422/9': FIFTY - 1 });
  });

  it('give an e-mail address to one of several users with links', async () => {
    const email = someEmail();
    const people = await atOnce(LINKS, () => addUserWithoutPassword(platform));
    for (const header of people) await patch('/api/me/email', header, { email }).expect(200);
    const tokens = (await mailsTo(platform, email, LINKS)).map(tokenIn);
    const answers = await atOnce(FIFTY, (index) => post('/api/email_confirmations', { token: tokens[index % LINKS] }));
    const ofOne = FIFTY / LINKS;
    expect(outcomes(answers)).to.deep.equal({ 200: 1, '422/40104': ofOne - 1, '422/9': FIFTY - ofOne });
  });

  it('use one of several links and codes of an account', async () => {
    const { header, id, mobile } = await registered(platform);
    const email = someEmail();
    await platform.services.identities.change(id, { email });
    await post('/api/password_reset_links', { email }).expect(200);
    await post('/api/password_reset_links', { email }).expect(200);
    const newPassword = 'another password';
    const [first, second] = (await mailsTo(platform, email, 2)).map((mail) => ({ token: tokenIn(mail), newPassword }));
    const next = someEmail();
    await patch('/api/me/email', header, { email: next, password: PASSWORD }).expect(200);
    const change = { token: await linkTo(platform, next) };
    const code = { ...(await codeFor(platform, 'sms_forget_password', mobile)), newPassword };
    const uses = [
      () => post('/api/password_resets', first!),
      () => post('/api/password_resets', second!),
      () => post('/api/email_confirmations', change),
      () => post('/api/password_resets', code),
    ];
    // Without changes by a signed-in user, which may begin after the first use. Twelve, because each reset computes a slow
    // hash.
    const answers = await atOnce(3 * uses.length, (index) => uses[index % uses.length]!());
    const { 200: succeeded, ...others } = outcomes(answers);
    expect([succeeded, Object.keys(others).filter((one) => !one.startsWith('4'))]).to.deep.equal([1, []]);
  });

  it('send as many mails to an address as its limit permits', async () => {
    const answers = await atOnce(FIFTY, () => post('/api/password_reset_links', { email: 'student@example.com' }));
    expect(outcomes(answers)).to.deep.equal({ 200: 5, '429/3': FIFTY - 5 });
  });
});
