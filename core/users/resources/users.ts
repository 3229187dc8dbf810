import { accepts, fails, input, requires, resource, returns, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { failures } from '../failures.ts';
import type { Accounts } from '../services/accounts.ts';
import type { Users as UserService } from '../services/users.ts';
import { user as userShape } from '../shapes/user.ts';

const changes = {
  locked: input.optional(input.bool({ description: 'Whether the user is locked out; ends all credentials at once.' })),
  roles: input.optional(input.list(input.text(), { description: 'The roles that the user has from now on.' })),
};

/** Accounts of users, for managers. */
@resource('/users')
export default class Users {
  constructor(
    @use('accounts') protected readonly accounts: Accounts,
    @use('users') protected readonly users: UserService,
  ) {}

  /** Locks or unlocks a user, or sets roles. @throws failures.userNotFound, accountHoldsMore, roleHoldsMore */
  @requires('admin_user')
  @accepts(changes)
  @fails(failures.userNotFound, failures.notYourself, failures.accountHoldsMore, failures.roleHoldsMore)
  @returns(userShape, 'authenticated')
  async update({ params, input: change, user }: Call<{ id: string }, InputOf<typeof changes>>) {
    await this.accounts.change(params.id, change, user);
    return this.users.profile(params.id);
  }
}
