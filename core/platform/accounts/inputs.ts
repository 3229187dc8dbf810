import { input, Type } from 'lectern';
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
