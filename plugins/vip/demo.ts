import type { Services } from 'lectern';
import { insertDemoRows } from 'lectern/core';
import { vipSection } from './settings_section.ts';

const names = ['bronze', 'silver', 'gold', 'retired'];

/** The levels of the demo data; the last can no longer be bought. */
export default async function demo({ database, settings }: Services): Promise<void> {
  await insertDemoRows(database, 'vip_levels', names.map(levelRow));
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
