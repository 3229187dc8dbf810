import type { Services } from 'lectern';
import { insertDemoRows } from 'lectern/core';
import { vipSection } from './settings_section.ts';

const names = ['bronze', 'silver', 'gold', 'retired'];

/** Memberships: the user `student` has silver for 200 more days; the gold of the user 张三 expired yesterday. */
const members = [
  { userId: '4', levelId: '2', unit: 'year', daysLeft: 200 },
  { userId: '7', levelId: '3', unit: 'month', daysLeft: -1 },
] as const;

/** Demo data: levels with members; the last level is no longer for sale. */
export default async function demo(services: Services): Promise<void> {
  const { clock, database, settings, vipCalendar, vipMembers } = services;
  await insertDemoRows(database, 'vip_levels', names.map(levelRow));
  for (const { daysLeft, ...member } of members) {
    const deadline = vipCalendar.endOfDay(clock.now(), daysLeft);
    await vipMembers.grant({ ...member, deadline, action: 'new' });
  }
  await settings.update(vipSection, { enabled: true });
}

function levelRow(name: string, index: number) {
  const seq = index + 1;
  const description = `Membership level ${name}`;
  return {
    id: seq,
    seq,
    name,
    description,
    month_price: seq * 1_000,
    year_price: seq * 10_000,
    enabled: name !== 'retired',
  };
}
