import { randomBytes, randomInt } from 'node:crypto';
import { xxteaEncrypt } from '../support/xxtea.ts';
import type { Canaries } from '../support/canaries.ts';
import { Correspondence } from './correspondence.ts';

interface Parts {
  readonly url: string;
  readonly canaries: Canaries;
  /** Values that the installation was configured with. */
  readonly payPasswordKey: string;
  readonly accessToken: string;
  readonly socialLoginToken: string;
  /** Returns the phrase of the last captcha, where the test knows it. */
  readonly phrase?: () => string;
}

/** Returns a random secret, which occurs in no other text. */
export function secretOf(name: string): string {
  return `${name}-${randomBytes(9).toString('hex')}`;
}

const demoPassword = 'Lectern-2026';
const user = 'student';

/** Sends valid and invalid requests to all operations with secrets, and searches each answer for secrets. */
export class Life {
  readonly #parts: Parts;
  readonly #post: Correspondence;
  readonly #password: string;
  readonly #payPassword: string;
  readonly #mobile: string;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { url, canaries } = parts;
    this.#post = new Correspondence(url, canaries);
    this.#password = canaries.add('password', secretOf('password'));
    this.#payPassword = canaries.add('pay password', secretOf('pay-password'));
    this.#mobile = canaries.add('mobile number', `139${String(randomInt(10 ** 8)).padStart(8, '0')}`);
  }

  /** Mobile number that receives codes. */
  get mobile(): string {
    return this.#mobile;
  }

  /** Statuses that were answered. */
  get statuses(): readonly number[] {
    return this.#post.statuses;
  }

  /** Secrets that answers have shown. */
  get problems(): string[] {
    return this.#post.problems;
  }

  /** Makes the password of the demo user a secret. */
  async begin(): Promise<void> {
    await this.#post.send('POST /user/login', { body: { username: user, password: demoPassword }, gives: ['token'] });
    const change = { password: demoPassword, newPassword: this.#password };
    await this.#post.send('PATCH /me/password', { headers: this.#token, body: change });
  }

  /** Gets the tokens that `live` needs. */
  async wakeUp(): Promise<void> {
    await this.#signIn();
    await this.#post.send('POST /captcha', { gives: ['captchaToken'] });
    await this.#post.send('POST /sms_center', {
      body: { type: 'register', mobile: this.#mobile },
      gives: ['smsToken'],
    });
  }

  /** Sends all requests, even if some of them fail. */
  async live(): Promise<void> {
    await this.#passwords();
    await this.#payPasswords();
    await this.#captchas();
    await this.#messages();
    await this.#servers();
    await this.socialLogin();
    await this.#unreadable();
    await this.#tokens();
  }

  get #token() {
    return { 'X-Auth-Token': this.#post.given('token') };
  }

  get #bearer() {
    return { Authorization: `Bearer ${this.#post.given('jwt')}` };
  }

  #basic(password: string) {
    const credential = Buffer.from(`${user}:${password}`).toString('base64');
    this.#parts.canaries.add('Basic credential', credential);
    return { Authorization: `Basic ${credential}` };
  }

  #wrong(name: string): string {
    return this.#parts.canaries.add(`wrong ${name}`, secretOf('wrong'));
  }

  async #passwords(): Promise<void> {
    const wrong = this.#wrong('password');
    for (const body of [
      { username: user, password: wrong },
      // A user may type the password into the field of the name.
      { username: wrong, password: 'x' },
      { username: user, password: [wrong] },
      { username: { [wrong]: wrong }, password: wrong },
      `{"username":"${user}","password":"${wrong}`,
      // A JSON parser may quote characters around a syntax error.
      `{"username":"${user}","password":${this.#parts.canaries.add('short password', 'k4n4ry7')}}`,
    ]) {
      await this.#post.send('POST /user/login', { body });
    }
    await this.#post.send('POST /user/login', { query: { username: user, password: wrong } });
    await this.#post.send('POST /tokens', { headers: this.#basic(this.#password), gives: ['token'] });
    await this.#post.send('GET /user/info', { headers: this.#basic(wrong) });
    await this.#post.send('GET /user/isLogin', { headers: { Authorization: `Basic ${wrong}` } });
    const headers = this.#token;
    await this.#post.send('PATCH /me/password', { headers, body: { password: wrong, newPassword: wrong } });
    await this.#post.send('PATCH /me/password', {
      headers,
      body: { password: this.#password, newPassword: wrong.slice(0, 7) },
    });
    const long = wrong.repeat(20);
    await this.#post.send('PATCH /me/password', { headers, body: { password: this.#password, newPassword: long } });
  }

  async #tokens(): Promise<void> {
    const wrong = this.#wrong('token');
    const [token, jwt] = [this.#post.given('token'), this.#post.given('jwt')];
    for (const headers of [
      this.#token,
      this.#bearer,
      { 'X-Auth-Token': wrong },
      { 'X-Auth-Token': jwt },
      { Authorization: `Bearer ${token}` },
      { Authorization: `Bearer ${jwt}${wrong}` },
      { Authorization: `Bearer ${wrong}` },
      { Authorization: wrong },
      { Cookie: `token=${token}; other=${wrong}` },
    ]) {
      await this.#post.send('GET /user/info', { headers });
    }
    await this.#post.send('GET /user/match', { headers: this.#token, query: { q: token } });
    await this.#post.send(`GET /${token}/${wrong}`, { query: { token, wrong } });
    await this.#post.send(`DELETE /tokens/${token}`, { headers: { 'X-Auth-Token': wrong } });
    await this.#post.send('POST /tokens', { headers: this.#bearer, gives: ['token'] });
    await this.#post.send(`DELETE /tokens/${this.#post.given('token')}`, { headers: this.#token });
    await this.#post.send('GET /user/info', { headers: this.#token });
    await this.#post.send('DELETE /tokens/mine', { headers: this.#bearer });
    await this.#post.send('GET /user/info', { headers: this.#bearer });
  }

  async #signIn(): Promise<void> {
    await this.#post.send('POST /user/login', { body: { username: user, password: this.#password }, gives: ['token'] });
    await this.#post.send('POST /auth/getJwt', { headers: this.#token, body: {}, gives: ['jwt'] });
  }

  async #payPasswords(): Promise<void> {
    const { canaries, payPasswordKey } = this.#parts;
    const bytes = xxteaEncrypt(Buffer.from(this.#payPassword), payPasswordKey);
    const payPassword = canaries.add('encrypted pay password', Buffer.from(bytes).toString('base64'));
    const wrong = this.#wrong('pay password');
    for (const body of [
      { password: this.#password, payPassword },
      { password: wrong, payPassword },
      { password: this.#password, payPassword: wrong },
      { password: this.#password, payPassword: this.#payPassword },
      { password: this.#password, payPassword: { wrong } },
    ]) {
      await this.#post.send('PATCH /me/pay_password', { headers: this.#token, body });
    }
  }

  get #phrase(): string {
    return this.#parts.phrase?.() ?? 'AAAAA';
  }

  async #captchas(): Promise<void> {
    await this.#post.send('POST /captcha', { gives: ['captchaToken'] });
    const address = `/captcha/${this.#post.given('captchaToken')}`;
    const phrases = [this.#wrong('phrase'), this.#phrase, this.#phrase.toLowerCase()];
    for (const phrase of phrases) await this.#post.send(`GET ${address}`, { query: { phrase } });
    await this.#post.send(`GET /captcha/${this.#wrong('captcha token')}`, { query: { phrase: 'AAAAA' } });
    await this.#post.send(`GET /captcha/${this.#wrong('captcha token')}`);
  }

  async #messages(): Promise<void> {
    await this.#post.send('POST /captcha', { gives: ['captchaToken'] });
    const captchaToken = this.#post.given('captchaToken');
    const wrong = this.#wrong('phrase');
    for (const body of [
      { type: 'register', mobile: `+86 ${this.#mobile}` },
      { type: 'register', mobile: this.#mobile, captchaToken, phrase: wrong },
      { type: 'register', mobile: this.#mobile, captchaToken, phrase: this.#phrase },
      { type: this.#mobile, mobile: this.#mobile },
      { type: 'register', mobile: `x${this.#mobile}` },
    ]) {
      await this.#post.send('POST /sms_center', { body, gives: ['smsToken'] });
    }
  }

  async #servers(): Promise<void> {
    const { accessToken } = this.#parts;
    for (const value of [accessToken, accessToken.toUpperCase(), this.#wrong('Access-Token')]) {
      for (const path of ['/users/4', '/me/password']) {
        await this.#post.send(`PATCH ${path}`, { headers: { 'Access-Token': value }, body: {} });
      }
    }
  }

  /** Signs in with an account at a third party. */
  async socialLogin(): Promise<void> {
    const { socialLoginToken } = this.#parts;
    const right = { access_token: socialLoginToken, openid: 'demo-openid' };
    for (const query of [
      { ...right, type: 'weixinweb' },
      { ...right, type: 'qq' },
      { ...right, type: 'weibo' },
      { ...right, type: socialLoginToken },
      { ...right, type: 'weixinweb', openid: socialLoginToken },
      { access_token: this.#wrong('third-party token'), openid: 'demo-openid', type: 'weixinweb' },
      { access_token: socialLoginToken },
    ]) {
      await this.#post.send('GET /user/info', { query });
    }
  }

  /** Sends heads that the server cannot read as a request. */
  async #unreadable(): Promise<void> {
    const token = this.#post.given('token');
    const start = 'GET /api/user/info HTTP/1.1\r\nHost: x\r\nX-Auth-Token: ';
    const heads = [`${token}\u0001`, token.repeat(500), `${token}\r\n${token} ${token}`, `${token}\r\nHost: ${token}`];
    for (const head of heads) await this.#post.sendRaw(`${start}${head}\r\n\r\n`);
  }
}
