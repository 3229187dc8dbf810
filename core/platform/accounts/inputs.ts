import { input, Type, type InputOf } from 'lectern';
import { account } from '../social_login/index.ts';
import { mobileOf, mobilePattern } from '../users/index.ts';

/** An e-mail address, converted to lower case. */
export const email = input.email({ description: 'E-mail address; letter case does not matter.' });

/** A mobile number, converted to 11 digits. */
export const mobile = Type.Transform(
  input.text({
    pattern: mobilePattern,
    expected: 'a mobile number of 11 digits that begins with 1, +86 before it or not',
    description: 'Mobile number; spaces, dashes and a leading +86 or 0086 do not count.',
  }),
)
  .Decode(mobileOf)
  .Encode((text) => text);

/** The pattern excludes e-mail addresses and numbers, which may be login names of other accounts. */
export const nickname = input.text({
  minLength: 2,
  maxLength: 30,
  pattern: '^\\p{L}[\\p{L}\\p{M}\\p{N}_.·-]{1,29}$',
  expected: 'letters, digits, dots, dashes and underscores, with a letter first',
  description: 'Nickname, which no other user has; it is a login name.',
});

export const newPassword = input.text({ minLength: 8, maxLength: 128, description: 'New password for the login.' });

export const smsCode = {
  smsToken: input.text({ description: 'Token that `POST /sms_center` answered for this mobile number.' }),
  code: input.text({ maxLength: 20, description: 'Code that was sent to the mobile number by SMS.' }),
};

export const captcha = {
  captchaToken: input.optional(
    input.text({
      description: 'Token of a captcha from `POST /captcha`; required if the setting register asks for captchas.',
    }),
  ),
  phrase: input.optional(input.text({ description: 'Text that the picture of the captcha shows.' })),
};

export const linkToken = input.text({ description: 'Token of the link in the mail.' });

/** A new password, with the token of a link or with the code that was sent to the mobile number. */
export const passwordReset = {
  token: input.optional(linkToken),
  mobile: input.optional(mobile),
  smsToken: input.optional(smsCode.smsToken),
  code: input.optional(smsCode.code),
  newPassword,
};

/** A request to register: by e-mail address, by mobile number, or by an account at a login provider. */
export const applicant = {
  email: input.optional(email),
  mobile: input.optional(mobile),
  smsToken: input.optional(smsCode.smsToken),
  code: input.optional(smsCode.code),
  type: input.optional(account.type),
  access_token: input.optional(account.access_token),
  openid: input.optional(account.openid),
  nickname: input.optional(nickname),
  /** Optional for a registration by an account at a login provider. */
  password: input.optional(newPassword),
  agreement: input.bool({ description: 'Whether the agreement of the site is accepted; must be true.' }),
  ...captcha,
};

export type PasswordReset = InputOf<typeof passwordReset>;
export type RegistrationRequest = InputOf<typeof applicant>;
