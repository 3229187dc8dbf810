import { accepts, fails, input, pageOf, resource, returns, revised, use, summary, type Call } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { failures } from '../failures.ts';
import { accountChange, roleNames, type AccountChange } from '../inputs.ts';
import { managedUser, user as userShape } from '../shapes/user.ts';

const conditions = {
  keyword: input.optional(
    input.text({ description: 'A part of the nickname or real name, or a whole e-mail address or mobile number.' }),
  ),
  orgIds: input.optional(input.list(input.id(), { description: 'Only users of these departments.' })),
  role: input.optional({
    ...input.text({ description: 'Only users with this role, such as ROLE_TEACHER.' }),
    ...roleNames,
  }),
  locked: input.optional(input.bool({ description: 'Only users that are locked out, or that are not.' })),
  ...keysetPaging,
};

@resource('/users', { requires: 'admin_user', missing: failures.userNotFound })
export default class Users {
  protected readonly editing = use('accountEditing');
  protected readonly users = use('users');

  @summary('List users, by id')
  @accepts(conditions)
  @returns(pageOf(managedUser), 'public')
  search({ input: { orgIds = [], keyword, ...more } }: Call<object, typeof conditions>) {
    return this.users.list({ orgIds, keyword, ...more });
  }

  @summary('Get a user')
  @returns(managedUser, 'public')
  async get({ params, reply }: Call<{ id: string }>) {
    const found = await this.users.listed(params.id);
    reply.revision(found.revision);
    return found;
  }

  @summary('Change a user. Names, lock, roles, departments and password; only the given fields change.')
  @accepts(accountChange)
  @revised
  @fails(
    failures.notYourself,
    failures.accountHoldsMore,
    failures.accountOfApplication,
    failures.accountCancelled,
    failures.roleHoldsMore,
    failures.lastAdministrator,
    failures.nameTaken,
  )
  @returns(userShape, 'authenticated')
  async update({ params: { id }, request, input: change, user }: Call<{ id: string }, AccountChange>) {
    await this.editing.change({ id, seen: request.revisions }, change, user);
    return this.users.profile(id);
  }
}
