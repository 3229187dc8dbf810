import { accepts, input, pageOf, requires, resource, returns, use, summary, type Call } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { listedUser } from '../shapes/user.ts';

const conditions = {
  keyword: input.optional(
    input.text({ description: 'A part of the nickname or real name, or a complete e-mail address or mobile number.' }),
  ),
  orgIds: input.optional(input.list(input.id(), { description: 'Only users of these departments.' })),
  ...keysetPaging,
};

/** Users, for planners of training projects (specification, section 4, Users and authentication). */
@resource('/user/list')
export default class UserList {
  protected readonly users = use('users');

  @summary('List users in departments, for project planners')
  @requires('admin_project_plan_manage')
  @accepts(conditions)
  @returns(pageOf(listedUser), 'simple')
  search({ input: { keyword, orgIds = [], ...place } }: Call<object, typeof conditions>) {
    return this.users.list({ keyword, orgIds, ...place });
  }
}
