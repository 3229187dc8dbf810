import { input, type InputOf, type Services } from 'lectern';
import { nodeFields } from '../../infrastructure/trees/index.ts';

export const newPassword = input.text({ minLength: 8, maxLength: 128, description: 'New password for the login.' });

/** Fields of an account that managers edit. "" clears the e-mail address or the mobile number. */
const profile = {
  nickname: input.text({
    maxLength: 64,
    pattern: '^[\\p{L}_][\\p{L}\\p{M}\\p{N}_.-]*$',
    expected: 'letters, digits, _ . and -, with a letter or _ first',
    description: 'Nickname, which no other user has; it is a login name.',
  }),
  email: input.text({
    minLength: 0,
    pattern: '^([^@\\s]+@[^@\\s.]+(\\.[^@\\s.]+)+)?$',
    expected: 'an e-mail address',
    description: 'E-mail address, which no other user has; it is a login name.',
  }),
  mobile: input.text({
    minLength: 0,
    maxLength: 11,
    pattern: '^(1[0-9]{10})?$',
    expected: '11 digits that begin with 1',
    description: 'Mobile number, which no other user has; it counts as verified and is a login name.',
  }),
  truename: input.text({ minLength: 0, description: 'Real name, which only managers see.' }),
  title: input.text({ minLength: 0, description: 'Title, such as a profession.' }),
  about: input.text({ minLength: 0, maxLength: 5_000, description: 'Self-description, as plain text.' }),
};

/** Makes the OpenAPI document list the roles of all modules. */
export const roleNames = { known: ({ roles: table }: Services) => table.names };

const roles = input.list(
  { ...input.text(), ...roleNames },
  { description: 'Names of roles; they replace all roles of the user.' },
);

/** Fields of a new account; nickname and password are required. */
export const newAccount = {
  nickname: profile.nickname,
  email: input.optional(profile.email),
  mobile: input.optional(profile.mobile),
  truename: input.optional(profile.truename),
  title: input.optional(profile.title),
  about: input.optional(profile.about),
  password: newPassword,
  roles: input.optional(roles),
  orgIds: input.optional(input.list(input.id(), { description: 'Ids of the departments of the user.' })),
};

/** Fields of an account to change; missing fields stay unchanged. */
export const accountChange = {
  ...newAccount,
  nickname: input.optional(profile.nickname),
  password: input.optional({ ...newPassword, description: 'New password; ends all credentials at once.' }),
  locked: input.optional(input.bool({ description: 'Whether the user is locked out; ends all credentials at once.' })),
};

/** Fields of a new department; only the name is required. */
export const newDepartment = nodeFields;
export const departmentChange = { ...nodeFields, name: input.optional(nodeFields.name) };

export type NewAccount = InputOf<typeof newAccount>;
export type AccountChange = InputOf<typeof accountChange>;
export type NewDepartment = InputOf<typeof newDepartment>;
export type DepartmentChange = InputOf<typeof departmentChange>;
