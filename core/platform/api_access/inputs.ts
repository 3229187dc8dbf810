import { input, type InputOf } from 'lectern';
import { roleNames } from '../users/index.ts';

const name = input.text({
  maxLength: 50,
  // Excludes e-mail addresses and mobile numbers, because they are login names of persons.
  pattern: '^[^@]*[^@0-9+ -][^@]*$',
  expected: 'a name without @ that is no number',
  description: 'Name, and nickname of its service account; no other user has it.',
});
const roles = input.list(
  { ...input.text(), ...roleNames },
  { maxItems: 20, description: 'Roles that say what the application may do.' },
);

export const newApplication = { name, roles: input.optional(roles) };

export const applicationChange = {
  name: input.optional(name),
  roles: input.optional(roles),
  enabled: input.optional(
    input.bool({
      description: 'Whether the application may call the API; false also ends the tokens of its service account.',
    }),
  ),
};

export type NewApplication = InputOf<typeof newApplication>;
export type ApplicationChange = InputOf<typeof applicationChange>;
