import { accepts, creates, fails, input, pageOf, resource, returns, use, summary, type Call } from 'lectern';
import { keysetPaging } from 'lectern/core';
import { failures } from '../failures.ts';
import { extension, grant, reason, type Extension, type GrantInput, type Reason } from '../inputs.ts';
import { managedMembership, membershipStates } from '../shapes/managed_membership.ts';
import { MembershipEditing } from '../services/membership_editing.ts';
import { MembershipRecords } from '../services/membership_records.ts';

const conditions = {
  levelId: input.optional(input.id({ description: 'Only memberships of this level.' })),
  userId: input.optional(input.id({ description: 'Only the membership of this user.' })),
  state: input.optional(input.oneOf(membershipStates, { description: 'Only valid memberships, or expired ones.' })),
  ...keysetPaging,
};

/** Memberships of all users, for managers. Each user has at most one. */
@resource('/plugins/vip/memberships', { requires: 'admin_vip', missing: failures.noMembership, item: 'userId' })
export default class Memberships {
  protected readonly records = use(MembershipRecords);
  protected readonly editing = use(MembershipEditing);

  @summary('List memberships, latest deadline first')
  @accepts(conditions)
  @returns(pageOf(managedMembership), 'public')
  search({ input: query }: Call<object, typeof conditions>) {
    return this.records.list(query);
  }

  @summary('Get the membership of a user')
  @returns(managedMembership, 'public')
  get({ params }: Call<{ userId: string }>) {
    return this.records.get(params.userId);
  }

  @summary('Grant a membership to a user without a valid one')
  @accepts(grant)
  @creates
  @fails(failures.levelNotFound, failures.memberAlready)
  @returns(managedMembership, 'public')
  async add({ input: { userId, ...given }, user }: Call<object, GrantInput>) {
    await this.editing.grant(userId, given, user);
    return this.records.get(userId);
  }

  @summary('Extend a valid membership by days')
  @accepts(extension)
  @fails(failures.membershipExpired)
  @returns(managedMembership, 'public')
  async update({ params: { userId }, input: given, user }: Call<{ userId: string }, Extension>) {
    await this.editing.extend(userId, given, user);
    return this.records.get(userId);
  }

  @summary('End a valid membership. Its last day becomes yesterday.')
  @accepts({ reason })
  @fails(failures.membershipExpired)
  @returns(managedMembership, 'public')
  async remove({ params: { userId }, input: given, user }: Call<{ userId: string }, Reason>) {
    await this.editing.end(userId, given, user);
    return this.records.get(userId);
  }
}
