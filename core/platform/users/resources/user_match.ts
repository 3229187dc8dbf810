import { accepts, input, resource, returns, use, summary, type Call } from 'lectern';
import { userMatch } from '../shapes/login.ts';

const conditions = {
  q: input.text({
    minLength: 2,
    description: 'A part of the nickname, or a complete e-mail address or mobile number.',
  }),
};

/** Search for users (specification, section 4, Users and authentication). */
@resource('/user/match')
export default class UserMatch {
  protected readonly users = use('users');

  @summary(
    'Search users by nickname, e-mail address or mobile number. At most 20 users. Nicknames match in part, ' +
      'the others only as a whole.',
  )
  @accepts(conditions)
  @returns(userMatch, 'public')
  async search({ input: { q } }: Call<object, typeof conditions>) {
    return { data: await this.users.match(q) };
  }
}
