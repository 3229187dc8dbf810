import { fails, resource, returns, signedIn, standardFailures, use, summary, type Call } from 'lectern';
import { accountOf } from 'lectern/core';
import { managesLevels } from '../filters.ts';
import { failures } from '../failures.ts';
import { membershipCheck } from '../shapes/membership.ts';

/** Memberships of the signed-in user (specification, section 4, Membership plugin). */
@resource('/me/vip_levels', { item: 'vipLevelId' })
export default class MyVipLevels {
  protected readonly members = use('vipMembers');

  @summary('Check whether you are a member of a level')
  @signedIn
  @fails(failures.levelNotFound, standardFailures.permissionDenied)
  @returns(membershipCheck, 'public')
  async get({ params, user }: Call<{ vipLevelId: string }>) {
    const manages = managesLevels(user);
    return { isMember: await this.members.isMember(accountOf(user), params.vipLevelId, { manages }) };
  }
}
