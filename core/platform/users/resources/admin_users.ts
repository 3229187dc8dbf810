import { accepts, creates, fails, resource, returns, summary, use, type Call } from 'lectern';
import { failures } from '../failures.ts';
import { newAccount, type NewAccount } from '../inputs.ts';
import { managedUser } from '../shapes/user.ts';

@resource('/admin_users', { requires: 'admin_user', missing: failures.userNotFound })
export default class AdminUsers {
  protected readonly editing = use('accountEditing');
  protected readonly users = use('users');

  @summary('Get a created user. Its address is the header `Location` of the creation.')
  @returns(managedUser, 'public')
  get({ params }: Call<{ id: string }>) {
    return this.users.listed(params.id);
  }

  @summary('Create a user. The role is ROLE_USER by default.')
  @accepts(newAccount)
  @creates
  @fails(failures.roleHoldsMore, failures.nameTaken)
  @returns(managedUser, 'public')
  async add({ input: account, user }: Call<object, NewAccount>) {
    return this.users.listed(await this.editing.add(account, user));
  }
}
