import { expect } from 'chai';
import { started } from '../../../../support/started.ts';
import { codeFor, linkTo, PASSWORD, registered, someEmail, someMobile, somewhere, startAccounts } from '../accounts.ts';

describe('A request with the former password, which finishes after a reset', () => {
  const platform = started(startAccounts);

  afterEach(() => platform.reset());

  /** Sends a request; a reset happens as soon as its password has been found right. */
  async function overtaken(path: string, fields: (mobile: string) => Promise<object>) {
    const { id, mobile, header } = await registered(platform);
    const sent = { password: PASSWORD, ...(await fields(someMobile())) };
    const { accounts, passwords } = platform.services;
    const isRight = passwords.isRight.bind(passwords);
    passwords.isRight = async (...given) => {
      Reflect.deleteProperty(passwords, 'isRight');
      const right = await isRight(...given);
      await accounts.replacePassword(id, await passwords.hash('a password that was reset'));
      return right;
    };
    const answer = await platform.api
      .patch(path)
      .set({ ...somewhere(), ...header })
      .send(sent);
    const users = platform.services.database.table<{ id: string; mobile: string; password_hash: string }>('users');
    const row = (await users.where('id', id as string).first('mobile', 'password_hash'))!;
    expect(row.mobile).to.equal(mobile);
    expect(await passwords.isRight('a password that was reset', row.password_hash)).to.equal(true);
    return answer;
  }

  it('changes neither the number nor the password', async () => {
    const { body: moved } = await overtaken('/api/me/mobile', (mobile) => codeFor(platform, 'sms_bind', mobile));
    expect(moved.error.code).to.equal(14);
    const change = () => Promise.resolve({ newPassword: 'the choice of somebody else' });
    expect((await overtaken('/api/me/password', change)).body.error.code).to.equal(14);
  });

  it('gets a link to a new address that does not work', async () => {
    const email = someEmail();
    const { status } = await overtaken('/api/me/email', () => Promise.resolve({ email }));
    expect(status).to.equal(200);
    const token = await linkTo(platform, email);
    await platform.api.post('/api/email_confirmations').set(somewhere()).send({ token }).expect(422);
  });
});
