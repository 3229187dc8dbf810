import { expect } from 'chai';
import type { Grant } from '../../../../plugins/vip/services/members.ts';
import { startPlatform } from '../../../support/platform.ts';
import { started } from '../../../support/started.ts';

const silver = { levelId: '2', unit: 'year', action: 'new' } as const;

describe('grants of membership at once', () => {
  const platform = started(startPlatform);

  const grant = (given: Grant) => platform.services.vipMembers.grant(given);
  const rowsOf = (table: string, userId: string) =>
    platform.services.database.table<Record<string, any>>(table).where('user_id', userId);

  it('wait for another one to the same user, so that no deadline is lost between them', async () => {
    for (const userId of ['30', '31', '32', '33', '34']) {
      const deadlines = Array.from({ length: 8 }, (_, index) => new Date(Date.UTC(2030 + index, 0, 1)));
      await Promise.all(deadlines.map((deadline) => grant({ ...silver, userId, deadline })));
      const steps = new Map(
        (await rowsOf('vip_member_history', userId)).map((row) => [timeOf(row.deadline_before), row.deadline_after]),
      );
      // From the first grant, which found nothing, each one leads to the next, and the last to what stands there now.
      let deadline: Date | undefined;
      for (let left = deadlines.length; left > 0; left--) deadline = steps.get(timeOf(deadline));
      expect(steps.size).to.equal(deadlines.length);
      expect(await rowsOf('vip_members', userId).select('deadline')).to.deep.equal([{ deadline }]);
    }
  });
});

function timeOf(instant: Date | null | undefined): number | undefined {
  return instant?.getTime();
}
