import { randomInt } from 'node:crypto';
import { expect } from 'chai';
import { register } from '../../../../core/infrastructure/settings/index.ts';
import { eventually } from '../../../support/eventually.ts';
import { startPlatform, type Platform } from '../../../support/platform.ts';

export const PASSWORD = 'a password for tests';

type Mode = 'closed' | 'email' | 'email_verify' | 'mobile' | 'email_mobile' | 'email_verify_mobile';
type SmsType = 'register' | 'sms_login' | 'sms_bind' | 'sms_forget_password';

/** The platform, where each request can come from an address of its own. */
export function startAccounts(): Promise<Platform> {
  return startPlatform({ http: { trustedProxies: ['127.0.0.1'] } });
}

/** The header of a request from an address that no other test uses. */
export function somewhere(): { 'X-Forwarded-For': string } {
  return { 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
}

export function someMobile(): string {
  return `139${String(randomInt(10 ** 8)).padStart(8, '0')}`;
}

export function someEmail(): string {
  return `somebody${randomInt(10 ** 12)}@example.org`;
}

/** Enables registration, by default without a captcha. */
export function allow({ services }: Platform, mode: Mode, captchaEnabled = false): Promise<void> {
  return services.settings.update(register, { mode, captchaEnabled });
}

/** A code that was sent to a number. */
export async function codeFor({ services }: Platform, type: SmsType, mobile: string) {
  return { mobile, ...(await services.smsCodes.issue({ type, mobile })) };
}

/** Sends a registration with a password and the agreement, from an address of its own. */
export function sendRegistration({ api }: Pick<Platform, 'api'>, fields: object) {
  return api
    .post('/api/users')
    .set(somewhere())
    .send({ password: PASSWORD, agreement: true, ...fields });
}

/** Registers somebody by mobile number. @returns id, token and user of the answer */
export async function registered(platform: Platform, fields: object = {}) {
  await allow(platform, 'mobile');
  const code = await codeFor(platform, 'register', someMobile());
  const { body } = await sendRegistration(platform, { ...code, ...fields }).expect(201);
  return { ...body, mobile: code.mobile, header: { 'X-Auth-Token': body.token } };
}

/** Waits for `count` mails to an address. @returns them, the newest last */
export async function mailsTo({ services }: Platform, address: string, count = 1) {
  let mails: { subject: string; text: string }[] = [];
  await eventually(async () => {
    mails = await services.database.table('mail_outbox').where({ address }).orderBy('id').select('subject', 'text');
    expect(mails).to.have.length(count);
  });
  return mails;
}

/** The token of the link in the last mail to an address. */
export async function linkTo(platform: Platform, address: string, count = 1): Promise<string> {
  const mails = await mailsTo(platform, address, count);
  return tokenIn(mails.at(-1)!);
}

/** The token of the link in a mail. */
export function tokenIn({ text }: { readonly text: string }): string {
  return /#\w+=([\w-]{43})/.exec(text)![1]!;
}
