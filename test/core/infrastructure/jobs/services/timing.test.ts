import { expect } from 'chai';
import type { JobSchedule } from '../../../../../core/infrastructure/jobs/job.ts';
import { Timing } from '../../../../../core/infrastructure/jobs/services/timing.ts';

const timing = (schedule: Partial<JobSchedule>, zone = 'Asia/Shanghai') =>
  new Timing({ name: 'a.b', schedule: { cron: '30 2 * * *', missed: 'once', ...schedule }, run: async () => {} }, zone);
const after = (one: Timing, moment: string) => one.after(new Date(moment)).toISOString();

describe('Times of a job', () => {
  it('follow the expression in the configured zone or in their own', () => {
    expect(after(timing({}), '2026-11-24T00:00:00Z')).to.equal('2026-11-24T18:30:00.000Z');
    expect(after(timing({ zone: 'UTC' }), '2026-11-24T00:00:00Z')).to.equal('2026-11-24T02:30:00.000Z');
    expect(after(timing({ zone: 'UTC' }), '2026-11-24T02:30:00Z')).to.equal('2026-11-25T02:30:00.000Z');
    expect(after(timing({ cron: '0 9 1 * *', zone: 'UTC' }), '2026-11-24T00:00:00Z')).to.equal(
      '2026-12-01T09:00:00.000Z',
    );
  });

  it('come once a day when the clock changes', () => {
    const berlin = timing({ zone: 'Europe/Berlin' });
    // At 02:00 on 29 March 2026 the clock goes to 03:00, and at 03:00 on 25 October 2026 to 02:00.
    expect(after(berlin, '2026-03-28T12:00:00Z')).to.match(/^2026-03-29T01:/);
    const first = berlin.after(new Date('2026-10-24T12:00:00Z'));
    expect(first.toISOString()).to.match(/^2026-10-25T0[01]:30/);
    expect(berlin.after(first).toISOString()).to.equal('2026-10-26T01:30:00.000Z');
  });

  it('are rejected for an invalid schedule, with the fix', () => {
    const reason = (schedule: Partial<JobSchedule>) => {
      try {
        timing(schedule);
        return 'nothing';
      } catch (error) {
        return (error as Error).message;
      }
    };
    const fix = 'write minute, hour, day of the month, month and day of the week, such as "0 3 * * *"';
    for (const cron of ['0 3 * *', '* * * * * *', '0 0 3 * * * 2030', '@daily', '2030-01-01T00:00:00', ''])
      expect(reason({ cron })).to.equal(`"schedule.cron" is "${cron}", which does not have five fields; ${fix}`);
    expect(reason({ cron: '61 3 * * *' }))
      .to.match(/^"schedule.cron" is "61 3 \* \* \*": /)
      .and.include(fix);
    expect(reason({ zone: 'Mars/Olympus' })).to.equal(
      '"schedule.zone" is "Mars/Olympus", which is no time zone; write a name such as "Europe/Berlin"',
    );
    expect(reason({ cron: '0 0 30 2 *' })).to.equal(
      '"schedule.cron" is "0 0 30 2 *", which matches no date; correct the day or the month',
    );
    expect(reason({ missed: 'all' as 'once' })).to.equal(
      '"schedule.missed" must be "once" or "skip"; write one of the two',
    );
    expect(() => new Timing({ name: 'a.b', run: async () => {} }, 'UTC')).to.throw(
      'either "everySeconds" or "schedule"',
    );
  });
});
