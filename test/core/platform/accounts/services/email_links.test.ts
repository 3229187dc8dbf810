import { expect } from 'chai';
import type { Response } from 'supertest';
import { prepared, started } from '../../../../support/started.ts';
import {
  codeFor,
  linkTo,
  mailsTo,
  PASSWORD,
  registered,
  someEmail,
  someMobile,
  somewhere,
  startAccounts,
} from '../accounts.ts';

const NEW_PASSWORD = 'another password';
const refused = { resetLink: '422/40104', changeLink: '422/40104', resetCode: '422/40103', loginCode: '401/4' };

interface Person {
  readonly id: string;
  readonly email: string;
  readonly mobile: string;
  readonly header: object;
}

describe('Links and codes of one account', () => {
  const platform = started(startAccounts);

  const manager = prepared(() => platform.as('manager'));

  afterEach(() => platform.reset());

  const post = (path: string, fields: object) => platform.api.post(path).set(somewhere()).send(fields);
  const patch = (path: string, header: object, fields: object) =>
    platform.api
      .patch(path)
      .set({ ...somewhere(), ...header })
      .send(fields);
  const outcome = ({ status, body }: Response) => (status < 300 ? '200' : `${status}/${body.error.code}`);

  /** Registers a person with a confirmed e-mail address. */
  async function addPerson(): Promise<Person> {
    const { id, mobile, header } = await registered(platform);
    const email = someEmail();
    await platform.services.identities.change(id, { email });
    return { id, email, mobile, header };
  }

  async function resetLink({ email }: Person, count = 1): Promise<string> {
    await post('/api/password_reset_links', { email }).expect(200);
    return linkTo(platform, email, count);
  }

  async function changeLink({ header }: Person): Promise<string> {
    const email = someEmail();
    await patch('/api/me/email', header, { email, password: PASSWORD }).expect(200);
    return linkTo(platform, email);
  }

  /** One link or code of each kind, and a function for each that uses it. */
  async function madeFor(person: Person) {
    const [reset, change] = [await resetLink(person), await changeLink(person)];
    const code = await codeFor(platform, 'sms_forget_password', person.mobile);
    const login = await codeFor(platform, 'sms_login', person.mobile);
    return {
      resetLink: () => post('/api/password_resets', { token: reset, newPassword: NEW_PASSWORD }),
      changeLink: () => post('/api/email_confirmations', { token: change }),
      resetCode: () => post('/api/password_resets', { ...code, newPassword: NEW_PASSWORD }),
      loginCode: () => post('/api/user/sms_login', login),
    };
  }

  async function outcomes(made: Awaited<ReturnType<typeof madeFor>>): Promise<Record<string, string>> {
    const all: Record<string, string> = {};
    for (const [kind, use] of Object.entries(made)) all[kind] = outcome(await use());
    return all;
  }

  const events: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
    'a reset by another link': async (person) =>
      post('/api/password_resets', { token: await resetLink(person, 2), newPassword: NEW_PASSWORD }).expect(200),
    'a reset by a code': async ({ mobile }) =>
      post('/api/password_resets', {
        ...(await codeFor(platform, 'sms_forget_password', mobile)),
        newPassword: NEW_PASSWORD,
      }).expect(200),
    'a changed password': ({ header }) =>
      patch('/api/me/password', header, { password: PASSWORD, newPassword: NEW_PASSWORD }).expect(200),
    'a changed mobile number': async ({ header }) => {
      const code = await codeFor(platform, 'sms_bind', someMobile());
      return patch('/api/me/mobile', header, { ...code, password: PASSWORD }).expect(200);
    },
    'a confirmed e-mail address': async (person) =>
      post('/api/email_confirmations', { token: await changeLink(person) }).expect(200),
    'a lock by a manager, even after it': async ({ id }) => {
      await patch(`/api/users/${id}`, manager, { locked: true }).expect(200);
      await patch(`/api/users/${id}`, manager, { locked: false }).expect(200);
    },
    'a password by a manager': ({ id }) => patch(`/api/users/${id}`, manager, { password: NEW_PASSWORD }).expect(200),
    'an e-mail address by a manager': ({ id }) =>
      patch(`/api/users/${id}`, manager, { email: someEmail() }).expect(200),
    'a mobile number by a manager': ({ id }) =>
      patch(`/api/users/${id}`, manager, { mobile: someMobile() }).expect(200),
  };
  for (const [name, happen] of Object.entries(events)) {
    it(`end with ${name}`, async () => {
      const person = await addPerson();
      const made = await madeFor(person);
      await happen(person);
      expect(await outcomes(made)).to.deep.equal(refused);
    });
  }

  it('stay valid with a new nickname, and end with each other', async () => {
    const person = await addPerson();
    const made = await madeFor(person);
    await patch('/api/me', person.header, { nickname: 'renamed' }).expect(200);
    const { loginCode, changeLink: link, ...others } = made;
    expect(await outcomes({ loginCode, changeLink: link, ...others })).to.deep.equal({
      loginCode: '200',
      changeLink: '200',
      resetLink: '422/40104',
      resetCode: '422/40103',
    });
  });

  it('do not pass to the next account with the number', async () => {
    const person = await addPerson();
    const { loginCode, resetCode } = await madeFor(person);
    const next = await registered(platform);
    await patch(`/api/users/${person.id}`, manager, { mobile: someMobile() }).expect(200);
    await patch(`/api/users/${next.id}`, manager, { mobile: person.mobile }).expect(200);
    expect([outcome(await loginCode()), outcome(await resetCode())]).to.deep.equal(['401/4', '422/40103']);
  });

  it('are followed by a mail to the address that the account had', async () => {
    const person = await addPerson();
    await post('/api/email_confirmations', { token: await changeLink(person) }).expect(200);
    const [mail] = await mailsTo(platform, person.email);
    expect(mail!.subject).to.include('Your account was changed');
    expect(mail!.text).to.include('The e-mail address of your account was changed.');
    const other = await addPerson();
    await patch(`/api/users/${other.id}`, manager, { mobile: someMobile(), email: other.email }).expect(200);
    expect((await mailsTo(platform, other.email))[0]!.text).to.include('The mobile number of your account');
  });
});
