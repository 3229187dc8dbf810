import { fails, resource, returns, signedIn, use, summary, type Call } from 'lectern';
import { failures } from '../failures.ts';
import { membership } from '../shapes/membership.ts';

/** Memberships; each user can read only his or her own (specification, section 4, Membership plugin). */
@resource('/plugins/vip/vip_users', { item: 'userId' })
export default class VipUsers {
  protected readonly members = use('vipMembers');

  @summary('Get your membership. Also an expired one; `{}` without a membership.')
  @signedIn
  @fails(failures.notYours)
  @returns(membership, 'public')
  async get({ params, user }: Call<{ userId: string }>) {
    if (params.userId !== user.id) throw failures.notYours();
    return (await this.members.of(user.id)) ?? {};
  }
}
