import { accepts, pageOf, requires, resource, returns, use, summary, type Call } from 'lectern';
import { keysetPaging } from 'lectern/core';
import { membershipRecord } from '../shapes/managed_membership.ts';
import { MembershipRecords } from '../services/membership_records.ts';

@resource('/plugins/vip/memberships/{userId}/records')
export default class MembershipRecordsResource {
  protected readonly records = use(MembershipRecords);

  @summary('List the changes of a membership, newest first. By orders, refunds and managers.')
  @requires('admin_vip')
  @accepts(keysetPaging)
  @returns(pageOf(membershipRecord), 'public')
  search({ params: { userId }, input: place }: Call<{ userId: string }, typeof keysetPaging>) {
    return this.records.changes(userId, place);
  }
}
