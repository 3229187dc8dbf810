import { expect } from 'chai';
import type { Services } from 'lectern';
import { describe, it } from 'mocha';
import { Calendar } from '../services/calendar.ts';

const calendarOf = (zone: string) => new Calendar({ config: { zone } as Services['config'] });

describe('the calendar of memberships', () => {
  for (const [zone, instant, days, end] of [
    ['Asia/Shanghai', '2018-08-25T10:49:01+08:00', 0, '2018-08-25T23:59:59+08:00'],
    ['Asia/Shanghai', '2018-08-25T23:59:59.999+08:00', 0, '2018-08-25T23:59:59+08:00'],
    ['Asia/Shanghai', '2018-08-26T00:00:00+08:00', 0, '2018-08-26T23:59:59+08:00'],
    ['Asia/Shanghai', '2018-08-25T17:00:00Z', 0, '2018-08-26T23:59:59+08:00'],
    ['Asia/Shanghai', '2018-08-25T10:00:00+08:00', 200, '2019-03-13T23:59:59+08:00'],
    ['Asia/Shanghai', '2019-01-01T00:30:00+08:00', -1, '2018-12-31T23:59:59+08:00'],
    ['UTC', '2024-02-28T12:00:00Z', 1, '2024-02-29T23:59:59+00:00'],
    ['Asia/Kathmandu', '2024-02-28T12:00:00Z', 0, '2024-02-28T23:59:59+05:45'],
    ['America/St_Johns', '2024-01-15T02:00:00Z', 0, '2024-01-14T23:59:59-03:30'],
    // From winter to summer and back, on the very days too.
    ['Europe/Berlin', '2024-03-30T12:00:00+01:00', 1, '2024-03-31T23:59:59+02:00'],
    ['Europe/Berlin', '2024-03-31T00:30:00+01:00', 0, '2024-03-31T23:59:59+02:00'],
    ['Europe/Berlin', '2024-10-27T00:30:00+02:00', 0, '2024-10-27T23:59:59+01:00'],
    ['America/Los_Angeles', '2024-11-02T12:00:00-07:00', 1, '2024-11-03T23:59:59-08:00'],
    // The night after which the clocks change.
    ['Australia/Sydney', '2024-10-05T12:00:00+10:00', 0, '2024-10-05T23:59:59+10:00'],
    ['Australia/Sydney', '2024-04-06T12:00:00+11:00', 0, '2024-04-06T23:59:59+11:00'],
    // A midnight that never came.
    ['America/Sao_Paulo', '2017-10-14T12:00:00-03:00', 0, '2017-10-14T23:59:59-03:00'],
  ] as const) {
    it(`ends the day in ${zone}, ${days} days after ${instant}, at ${end}`, () => {
      const calendar = calendarOf(zone);
      const found = calendar.endOfDay(new Date(instant), days);
      expect(found.toISOString()).to.equal(new Date(end).toISOString());
      expect(calendar.write(found)).to.equal(end);
    });
  }

  it('writes an instant without its milliseconds', () => {
    const calendar = calendarOf('Asia/Shanghai');
    for (const instant of ['2018-08-25T02:49:01.000Z', '2018-08-25T02:49:01.500Z', '2018-08-25T02:49:01.999Z']) {
      expect(calendar.write(new Date(instant))).to.equal('2018-08-25T10:49:01+08:00');
    }
  });
});
