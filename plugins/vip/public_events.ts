import { use, type Events } from 'lectern';
import { MembershipRecords } from './services/membership_records.ts';
import { managedMembership } from './shapes/managed_membership.ts';

type Changed = Pick<Events['vip.new'], 'userId'>;

const summaries = {
  'vip.new': 'A membership began.',
  'vip.renew': 'A membership was extended.',
  'vip.upgrade': 'A membership got a higher level.',
} as const;

/** Events about memberships for other systems, each with the membership. */
export function publicMembershipEvents() {
  const records = use(MembershipRecords);
  return Object.entries(summaries).map(([event, summary]) => ({
    event: event as keyof typeof summaries,
    summary,
    requires: 'admin_vip',
    shape: managedMembership,
    mode: 'public',
    key: ({ userId }: Changed) => `membership of ${userId}`,
    find: ({ userId }: Changed) => records.find(userId),
  }));
}
