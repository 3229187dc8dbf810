import { expect } from 'chai';
import { started } from '../../../../support/started.ts';
import { solvedCaptcha } from '../../verification/verification_fleet.ts';
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
} from '../accounts.ts';

const DAY_MS = 86_400_000;

describe('POST /users', () => {
  const platform = started(startAccounts);

  afterEach(() => platform.reset());

  const login = (username: string) =>
    platform.api.post('/api/user/login').set(somewhere()).send({ username, password: PASSWORD });
  const confirm = (token: string) => platform.api.post('/api/email_confirmations').set(somewhere()).send({ token });

  it('registers by mobile number and signs in', async () => {
    await allow(platform, 'mobile');
    const code = await codeFor(platform, 'register', someMobile());
    const fields = { ...code, nickname: '王小明', roles: ['ROLE_ADMIN'] };
    const { body, headers } = await sendRegistration(platform, fields).expect(201);
    expect(headers).to.include({ location: `/api/users/${body.id}`, 'cache-control': 'no-store' });
    expect(body.verification).to.equal('none');
    expect(body.user).to.include({
      nickname: '王小明',
      verifiedMobile: code.mobile.replace(/^(...)....(.*)$/, '$1****$2'),
    });
    expect(body.user.roles).to.deep.equal(['ROLE_USER']);
    await platform.api.get('/api/user/info').set('X-Auth-Token', body.token).expect(200);
    await login(code.mobile).expect(200);
    const again = await sendRegistration(platform, { ...code, nickname: 'another' }).expect(422);
    expect(again.body.error.code).to.equal(40103);
  });

  it('accepts e-mail address and mobile number as the mode permits', async () => {
    const byEmail = { email: someEmail() };
    const byMobile = { mobile: someMobile(), smsToken: 'x', code: '1' };
    const expected = {
      closed: ['40101', '40101'],
      email: ['201', '40102'],
      email_verify: ['201', '40102'],
      mobile: ['40102', '40103'],
      email_mobile: ['201', '40103'],
      email_verify_mobile: ['201', '40103'],
    } as const;
    for (const [mode, outcomes] of Object.entries(expected)) {
      await allow(platform, mode as keyof typeof expected);
      const answers = [await sendRegistration(platform, byEmail), await sendRegistration(platform, byMobile)];
      const got = answers.map(({ status, body }) => String(body.error?.code ?? status));
      expect(got, mode).to.deep.equal(outcomes);
    }
  });

  it('rejects incomplete and invalid requests with the name of the field', async () => {
    await allow(platform, 'email_mobile');
    const wrong: readonly [string, object][] = [
      ['mobile', {}],
      ['mobile', { email: someEmail(), mobile: someMobile() }],
      ['email', { email: 'nobody' }],
      ['email', { email: 'a@example.org, b@example.org' }],
      ['password', { email: someEmail(), password: 'short' }],
      ['agreement', { email: someEmail(), agreement: false }],
      ['nickname', { email: someEmail(), nickname: '13800000001' }],
      ['nickname', { email: someEmail(), nickname: 'a@b.example' }],
      ['nickname', { email: someEmail(), nickname: 'student' }],
      ['code', { mobile: someMobile(), smsToken: 'x' }],
    ];
    for (const [field, fields] of wrong) {
      const { body } = await sendRegistration(platform, fields).expect(422);
      expect(body.error, JSON.stringify(fields)).to.include({ code: 9 });
      expect(body.error.details[0].field, JSON.stringify(fields)).to.equal(field);
    }
  });

  it('requires a captcha when the setting demands one', async () => {
    await allow(platform, 'email_mobile', true);
    const refused = await sendRegistration(platform, { email: someEmail() }).expect(429);
    expect(refused.body.error.code).to.equal(30001);
    const captcha = await solvedCaptcha(platform.kernel);
    await sendRegistration(platform, { email: someEmail(), ...captcha }).expect(201);
    await sendRegistration(platform, { email: someEmail(), ...captcha }).expect(429);
  });

  it('limits registrations per IP address by the level', async () => {
    await platform.services.settings.update(platform.services.settings.section('register'), {
      mode: 'email',
      level: 'high',
      captchaEnabled: false,
    });
    const network = somewhere();
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) {
      const fields = { email: someEmail(), password: PASSWORD, agreement: true };
      statuses.push((await platform.api.post('/api/users').set(network).send(fields)).status);
    }
    expect(statuses).to.deep.equal([...Array.from({ length: 10 }, () => 201), 429]);
  });

  it('answers a taken e-mail address like a free one, and notifies its owner', async () => {
    for (const mode of ['email', 'email_verify'] as const) {
      await allow(platform, mode);
      const free = someEmail();
      const answers = [
        await sendRegistration(platform, { email: free }).expect(201),
        await sendRegistration(platform, { email: 'Student@Example.com' }).expect(201),
      ];
      const shapes = answers.map(({ body: { id, token, user, ...rest } }) => ({
        ...rest,
        hasToken: token !== null,
        user: user && { ...user, id: '', nickname: '', uuid: '' },
      }));
      expect(shapes[1]).to.deep.equal(shapes[0]);
      const [notice] = await mailsTo(platform, 'student@example.com');
      expect(notice!.subject).to.include('You have an account already');
      expect(notice!.text).not.to.include('#');
      await linkTo(platform, free);
      await platform.reset();
    }
  });

  it('signs in at once in mode email, and stores the address when its link is opened', async () => {
    await allow(platform, 'email');
    const email = someEmail();
    const { body } = await sendRegistration(platform, { email, nickname: 'early' }).expect(201);
    expect(body.user.email).to.equal(null);
    await login('early').expect(200);
    await login(email).expect(401);
    const { body: confirmed } = await confirm(await linkTo(platform, email)).expect(200);
    expect(confirmed).to.deep.equal({ id: body.id, verification: 'none', token: null, user: null });
    await login(email).expect(200);
  });

  it('signs in by the link in mode email_verify, once', async () => {
    await allow(platform, 'email_verify');
    const email = someEmail();
    const { body } = await sendRegistration(platform, { email, nickname: 'patient' }).expect(201);
    expect(body).to.include({ verification: 'email', token: null, user: null });
    await login('patient').expect(401);
    const token = await linkTo(platform, email);
    const { body: confirmed } = await confirm(token).expect(200);
    expect(confirmed.user.nickname).to.equal('patient');
    await platform.api.get('/api/me').set('X-Auth-Token', confirmed.token).expect(200);
    await login(email).expect(200);
    expect((await confirm(token).expect(422)).body.error.code).to.equal(40104);
  });

  it('expires links after a day, and releases the nickname', async () => {
    await allow(platform, 'email_verify');
    const email = someEmail();
    await sendRegistration(platform, { email, nickname: 'forgetful' }).expect(201);
    const token = await linkTo(platform, email);
    platform.clock.advance(DAY_MS + 1000);
    await confirm(token).expect(422);
    const job = platform.services.contributions.of('jobs').find(({ name }) => name === 'accounts.clean');
    await job!.run();
    await registered(platform, { nickname: 'forgetful' });
  });
});
