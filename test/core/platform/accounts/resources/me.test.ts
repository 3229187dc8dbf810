import { expect } from 'chai';
import { eventually } from '../../../../support/eventually.ts';
import { started } from '../../../../support/started.ts';
import { codeFor, linkTo, mailsTo, PASSWORD, registered, someEmail, someMobile, startAccounts } from '../accounts.ts';

describe('/me', () => {
  const platform = started(startAccounts);

  afterEach(() => platform.reset());

  const basic = (name: string, password = PASSWORD) => ({
    Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
  });
  const patch = (path: string, header: object, fields: object) =>
    platform.api
      .patch(path)
      .set({ ...header })
      .send(fields);

  it('changes the fields of the profile and no others', async () => {
    const { header, id } = await registered(platform);
    const fields = { nickname: 'renamed', title: 'Dr.', about: 'Reads.', roles: ['ROLE_ADMIN'], locked: true, id: 1 };
    const { body } = await patch('/api/me', header, fields).expect(200);
    expect(body).to.deep.include({ id, nickname: 'renamed', title: 'Dr.', about: 'Reads.', roles: ['ROLE_USER'] });
    await patch('/api/me', header, { about: '' }).expect(200);
    const { body: shown } = await platform.api.get('/api/me').set(header).expect(200);
    expect(shown).to.include({ nickname: 'renamed', title: 'Dr.', about: '' });
    const { body: taken } = await patch('/api/me', header, { nickname: 'student' }).expect(422);
    expect(taken.error.details).to.deep.equal([{ field: 'nickname', message: 'is taken' }]);
    const found = await platform.api.get('/api/user/match?q=rename').set(header).expect(200);
    expect(found.body.data).to.have.length(1);
  });

  it('changes the mobile number by password and code', async () => {
    const { header, nickname } = await registered(platform);
    const code = await codeFor(platform, 'sms_bind', someMobile());
    await patch('/api/me/mobile', header, code).expect(422);
    await patch('/api/me/mobile', header, { ...code, password: 'wrong' }).expect(422);
    await patch('/api/me/mobile', header, { ...code, password: PASSWORD }).expect(200);
    await platform.api.get('/api/me').set(basic(code.mobile)).expect(200);
    const taken = await codeFor(platform, 'sms_bind', '13800000004');
    const { body } = await patch('/api/me/mobile', header, { ...taken, password: PASSWORD }).expect(422);
    expect(body.error.details[0].field, nickname).to.equal('mobile');
  });

  it('changes the e-mail address by a link, and notifies the owner of a taken one', async () => {
    const { header } = await registered(platform);
    const email = someEmail();
    await patch('/api/me/email', header, { email }).expect(422);
    await patch('/api/me/email', header, { email, password: PASSWORD }).expect(200, { success: true });
    const token = await linkTo(platform, email);
    await platform.api.get('/api/me').set(basic(email)).expect(401);
    await platform.api.post('/api/email_confirmations').send({ token }).expect(200);
    await platform.api.get('/api/me').set(basic(email)).expect(200);
    const taken = { email: 'student@example.com', password: PASSWORD };
    await patch('/api/me/email', header, taken).expect(200, { success: true });
    expect((await mailsTo(platform, taken.email))[0]!.subject).to.include('You have an account already');
  });

  it('cancels an account by password, erasing personal data and credentials', async () => {
    const { header, id, mobile } = await registered(platform, { nickname: 'leaver' });
    await platform.services.bindings.add({ provider: 'qq', openid: 'leaver', userId: id });
    const refused = await platform.api.delete('/api/me').set(header).expect(403);
    expect(refused.body.error.code).to.equal(13);
    await platform.api.delete('/api/me').set(basic('leaver', 'wrong password')).expect(401);
    await platform.api.delete('/api/me').set(basic('leaver')).expect(200, { success: true });
    for (const credential of [header, basic('leaver'), basic(mobile)])
      await platform.api.get('/api/me').set(credential).expect(401);
    const row = await platform.services.database.table('users').where({ id }).first();
    expect(row).to.include({ destroyed: true, email: null, mobile: null, password_hash: null, truename: '' });
    expect(JSON.stringify(row)).not.to.include('leaver');
    await eventually(async () => {
      expect(await platform.services.bindings.userOf('qq', 'leaver')).to.equal(undefined);
    });
    await registered(platform, { nickname: 'leaver' });
  });
});
