import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';
import type { Response } from 'supertest';
import type { Platform } from '../../support/platform.ts';
import { atOnce, tally } from '../verification/verification_fleet.ts';
import {
  allow,
  codeFor,
  linkTo,
  registered,
  sendRegistration,
  someEmail,
  someMobile,
  somewhere,
  startAccounts,
} from './accounts.ts';

const FIFTY = 50;

describe('accounts, fifty requests at once', () => {
  let platform: Platform;

  before(async () => {
    platform = await startAccounts();
  });
  afterEach(() => platform.reset());
  after(() => platform.stop());

  const post = (path: string, fields: object) => platform.api.post(path).set(somewhere()).send(fields);
  const outcomes = (answers: readonly Response[]) =>
    tally(answers.map(({ status, body }) => (status < 300 ? status : `${status}/${body.error.code}`)));

  it('register one account by one code', async () => {
    await allow(platform, 'mobile');
    const code = await codeFor(platform, 'register', someMobile());
    const answers = await atOnce(FIFTY, () => sendRegistration(platform, code));
    expect(outcomes(answers)).to.deep.equal({ 201: 1, '422/40103': FIFTY - 1 });
  });

  it('register one account of a nickname, and one of a number', async () => {
    await allow(platform, 'mobile');
    const codes = await atOnce(FIFTY, () => codeFor(platform, 'register', someMobile()));
    const named = await atOnce(FIFTY, (index) => sendRegistration(platform, { ...codes[index], nickname: 'unique' }));
    expect(outcomes(named)).to.deep.equal({ 201: 1, '422/9': FIFTY - 1 });
    const mobile = someMobile();
    const same = await atOnce(FIFTY, () => codeFor(platform, 'register', mobile));
    const numbered = await atOnce(FIFTY, (index) => sendRegistration(platform, same[index]!));
    expect(outcomes(numbered)).to.deep.equal({ 201: 1, '422/9': FIFTY - 1 });
  });

  it('use a link for an address once, and a link for a password once', async () => {
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

  it('sign in once by one code, and set one password by one code', async () => {
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

  it('send as many mails to an address as the limit says', async () => {
    const answers = await atOnce(FIFTY, () => post('/api/password_reset_links', { email: 'student@example.com' }));
    expect(outcomes(answers)).to.deep.equal({ 200: 5, '429/3': FIFTY - 5 });
  });
});
