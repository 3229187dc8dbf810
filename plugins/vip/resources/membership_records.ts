import { accepts, pageOf, requires, resource, returns, use, summary } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { keysetPaging } from 'lectern/core';
import { membershipRecord } from '../shapes/managed_membership.ts';

@resource('/plugins/vip/memberships/{userId}/records')
export default class MembershipRecords {
  protected readonly records = use('vipMembershipRecords');

  @summary('List the changes of a membership, newest first. By orders, refunds and managers.')
  @requires('admin_vip')
  @accepts(keysetPaging)
  @returns(pageOf(membershipRecord), 'public')
  search({ params: { userId }, input: place }: Call<{ userId: string }, InputOf<typeof keysetPaging>>) {
    return this.records.changes(userId, place);
  }
}
