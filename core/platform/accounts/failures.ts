import { defineFailures } from 'lectern';

export const failures = defineFailures({
  registrationClosed: [40101, 403, 'Registration is closed; a manager of users can create an account.'],
  wayClosed: [
    40102,
    403,
    'This site does not allow registration by this kind of address; use the other kind: mobile or email.',
  ],
  wrongCode: [40103, 422, 'The code is wrong, used or expired; ask for a new one.'],
  wrongLink: [40104, 422, 'The link is wrong, used or expired; ask for a new one.'],
  passwordNeeded: [13, 403, 'The request requires the password; send name and password as Basic authentication.'],
  wrongPicture: [
    9,
    422,
    'The picture must be a PNG or JPEG of at least 16 pixels a side and at most 16,777,216 pixels in total.',
  ],
});
