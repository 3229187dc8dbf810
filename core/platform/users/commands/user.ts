import type { Command } from 'commander';
import type { Services } from 'lectern';
import { askPassword, collected, examples, table, type CommandContext } from '../../../cli/index.ts';
import type { ListedUser, User } from '../services/users.ts';

type Change = Parameters<Services['accountEditing']['change']>[1];

interface NewOptions {
  readonly role?: readonly string[];
  readonly email?: string;
  readonly mobile?: string;
}

interface ListOptions {
  readonly role?: string;
  readonly locked?: true;
  readonly after?: string;
  readonly json?: boolean;
}

const PAGE = 100;
const roleWords = 'admin for ROLE_ADMIN, super_admin for ROLE_SUPER_ADMIN; GET /api/roles lists all';

/** `lectern user ...`: creates, lists and changes users. The audit trail records new and changed users. */
export default function addUser(context: CommandContext): void {
  const user = context.program
    .command('user')
    .description('Create, list and change users, including the first administrator.')
    .addHelpText('after', examples('user create ada --role super_admin', 'user list', 'user lock ada'));
  addCreate(user, context);
  addList(user, context);
  addLock(user, context, { name: 'lock', locked: true, description: 'Lock a user out, and end all sessions.' });
  addLock(user, context, { name: 'unlock', locked: false, description: 'Let a locked user in again.' });
  addRoles(user, context);
  addPassword(user, context);
}

function addCreate(user: Command, { io, withServices }: CommandContext): void {
  user
    .command('create')
    .argument('<nickname>', 'nickname, with which the user signs in')
    .option('--role <role>', `a role, ROLE_USER by default; may be repeated: ${roleWords}`, collected)
    .option('--email <address>', 'e-mail address')
    .option('--mobile <number>', 'mobile number')
    .description('Create a user. The password is asked for, or is the first line of standard input.')
    .action(async (nickname: string, { role = ['user'], email, mobile }: NewOptions) => {
      const read = await readers();
      const { password } = read.password({ password: await askPassword(io) });
      const account = read.account({ nickname, email, mobile, password, roles: role.map(roleOf) });
      await withServices(async ({ accountEditing, auditTrail, database, roles, users }) => {
        refuseUnknown(role, roles);
        const made = await database.transaction(async () => {
          const one = await users.listed(await accountEditing.add(account));
          const entry = { action: 'add', resource: '/admin_users', path: `/admin_users/${one.id}` } as const;
          await auditTrail.note({ ...entry, fields: Object.keys(account), before: null, after: shown(one) });
          return one;
        });
        io.log(`Created the user ${made.nickname} (id ${made.id}) with ${made.roles.join(', ')}.`);
      });
    });
}

function addList(user: Command, { io, withServices }: CommandContext): void {
  user
    .command('list')
    .option('--role <role>', `only users with this role: ${roleWords}`)
    .option('--locked', 'only locked users')
    .option('--after <cursor>', 'continue after the cursor that the previous page printed')
    .option('--json', 'print JSON')
    .description(`List users by id, ${PAGE} at once.`)
    .action(async ({ role, locked, after = '', json }: ListOptions) => {
      await withServices(async ({ roles, users }) => {
        refuseUnknown(role === undefined ? [] : [role], roles);
        const filter = { keyword: undefined, orgIds: [], role: role && roleOf(role), locked };
        const { data, next = null } = await users.list({ ...filter, after, offset: 0, limit: PAGE });
        const more = next === null ? '' : `\nMore users follow: lectern user list --after ${next}`;
        const text = () => (data.length > 0 ? table(data.map(printed)) + more : 'There are no such users.');
        io.print(json, { data: data.map(shown), next }, text);
      });
    });
}

function addLock(
  user: Command,
  { io, withServices }: CommandContext,
  { name, locked, description }: { name: string; locked: boolean; description: string },
): void {
  user
    .command(name)
    .argument('<login>', 'nickname, e-mail address or mobile number')
    .description(description)
    .action(async (login: string) => {
      await withServices(async (services) => {
        const { nickname } = await change(services, login, { locked });
        io.log(`The user ${nickname} is ${locked ? 'locked' : 'not locked'}.`);
      });
    });
}

function addRoles(user: Command, { io, withServices }: CommandContext): void {
  user
    .command('roles')
    .argument('<login>', 'nickname, e-mail address or mobile number')
    .argument('<role...>', `all roles that the user has from now on: ${roleWords}`)
    .description('Set the roles of a user.')
    .action(async (login: string, words: string[]) => {
      await withServices(async (services) => {
        refuseUnknown(words, services.roles);
        const { nickname, roles } = await change(services, login, { roles: words.map(roleOf) });
        io.log(`The user ${nickname} has ${roles.join(', ')}.`);
      });
    });
}

function addPassword(user: Command, { io, withServices }: CommandContext): void {
  user
    .command('password')
    .argument('<login>', 'nickname, e-mail address or mobile number')
    .description('Set a new password, and end all sessions. The password is asked for, or is the first line of input.')
    .action(async (login: string) => {
      const read = await readers();
      const given = read.change({ password: await askPassword(io) });
      await withServices(async (services) => {
        const { nickname } = await change(services, login, given);
        io.log(`The user ${nickname} has a new password.`);
      });
    });
}

/** Readers of the fields that are given on the command line. Loaded when needed, because the help loads this file. */
async function readers() {
  const [{ reader }, inputs] = await Promise.all([import('lectern'), import('../inputs.ts')]);
  const { accountChange, newAccount, newPassword } = inputs;
  return { account: reader(newAccount), change: reader(accountChange), password: reader({ password: newPassword }) };
}

/** Changes a user, and records the change in the audit trail. @throws Error for an unknown login name */
async function change(services: Services, login: string, given: Change): Promise<User> {
  const { accountEditing, auditTrail, database, users } = services;
  const found = await users.byLogin(login);
  if (!found) throw new Error(`There is no user "${login}". List the users with: lectern user list`);
  return database.transaction(async () => {
    const before = await users.listed(found.id);
    await accountEditing.change(found, given);
    const after = await users.listed(found.id);
    const entry = { action: 'update', resource: '/users', path: `/users/${found.id}` } as const;
    await auditTrail.note({ ...entry, fields: Object.keys(given), before: shown(before), after: shown(after) });
    return after;
  });
}

/** Returns the full name of a role: `ROLE_ADMIN` for `admin`, `ADMIN` and `ROLE_ADMIN`. */
function roleOf(word: string): string {
  const upper = word.toUpperCase();
  return upper.startsWith('ROLE_') ? upper : `ROLE_${upper}`;
}

/** @throws Error for an unknown role; the message lists the known roles */
function refuseUnknown(words: readonly string[], { names }: Services['roles']): void {
  const unknown = words.find((word) => !names.includes(roleOf(word)));
  if (unknown === undefined) return;
  const known = names.map((name) => name.replace('ROLE_', '').toLowerCase());
  throw new Error(`There is no role "${unknown}"; write one of ${known.join(', ')}.`);
}

function shown({ id, nickname, truename, roles, email, mobile, locked }: ListedUser) {
  return { id, nickname, truename, roles, email, mobile, locked };
}

function printed(user: ListedUser): Record<string, string> {
  const { id, nickname, roles, email, locked } = user;
  return { id, nickname, roles: roles.join(', '), email: email ?? '', locked: locked ? 'locked' : '' };
}
