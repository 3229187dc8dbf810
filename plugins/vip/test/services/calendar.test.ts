import { expect } from 'chai';
import fc from 'fast-check';
import type { Services } from 'lectern';
import { construct } from 'lectern/testing';
import { Calendar } from '../../services/calendar.ts';

const calendarOf = (zone: string) => construct(Calendar, { config: { zone } as Services['config'] });

describe('Calendar of memberships', () => {
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
    // Days before and on clock changes, from winter to summer time and back.
    ['Europe/Berlin', '2024-03-30T12:00:00+01:00', 1, '2024-03-31T23:59:59+02:00'],
    ['Europe/Berlin', '2024-03-31T00:30:00+01:00', 0, '2024-03-31T23:59:59+02:00'],
    ['Europe/Berlin', '2024-10-27T00:30:00+02:00', 0, '2024-10-27T23:59:59+01:00'],
    ['America/Los_Angeles', '2024-11-02T12:00:00-07:00', 1, '2024-11-03T23:59:59-08:00'],
    // The night before a clock change.
    ['Australia/Sydney', '2024-10-05T12:00:00+10:00', 0, '2024-10-05T23:59:59+10:00'],
    ['Australia/Sydney', '2024-04-06T12:00:00+11:00', 0, '2024-04-06T23:59:59+11:00'],
    // A skipped midnight.
    ['America/Sao_Paulo', '2017-10-14T12:00:00-03:00', 0, '2017-10-14T23:59:59-03:00'],
  ] as const) {
    it(`ends the day in ${zone}, ${days} days after ${instant}, at ${end}`, () => {
      const calendar = calendarOf(zone);
      const found = calendar.endOfDay(new Date(instant), days);
      expect(found.toISOString()).to.equal(new Date(end).toISOString());
      expect(calendar.write(found)).to.equal(end);
    });
  }

  for (const [zone, instant, duration, unit, end] of [
    ['Asia/Shanghai', '2026-03-15T10:00:00+08:00', 1, 'month', '2026-04-15T23:59:59+08:00'],
    ['Asia/Shanghai', '2026-03-15T23:59:59+08:00', 3, 'month', '2026-06-15T23:59:59+08:00'],
    ['Asia/Shanghai', '2026-11-15T10:00:00+08:00', 3, 'month', '2027-02-15T23:59:59+08:00'],
    ['Asia/Shanghai', '2026-03-15T10:00:00+08:00', 120, 'month', '2036-03-15T23:59:59+08:00'],
    ['Asia/Shanghai', '2026-03-15T10:00:00+08:00', 10, 'year', '2036-03-15T23:59:59+08:00'],
    // Months without the day of the start.
    ['Asia/Shanghai', '2026-01-31T10:00:00+08:00', 1, 'month', '2026-02-28T23:59:59+08:00'],
    ['Asia/Shanghai', '2028-01-31T10:00:00+08:00', 1, 'month', '2028-02-29T23:59:59+08:00'],
    ['Asia/Shanghai', '2026-01-31T10:00:00+08:00', 2, 'month', '2026-03-31T23:59:59+08:00'],
    ['Asia/Shanghai', '2026-05-31T10:00:00+08:00', 1, 'month', '2026-06-30T23:59:59+08:00'],
    ['Asia/Shanghai', '2026-12-31T10:00:00+08:00', 2, 'month', '2027-02-28T23:59:59+08:00'],
    // Leap days, and years without a leap day.
    ['Asia/Shanghai', '2028-02-29T10:00:00+08:00', 1, 'year', '2029-02-28T23:59:59+08:00'],
    ['Asia/Shanghai', '2028-02-29T10:00:00+08:00', 4, 'year', '2032-02-29T23:59:59+08:00'],
    ['Asia/Shanghai', '2027-02-28T10:00:00+08:00', 1, 'year', '2028-02-28T23:59:59+08:00'],
    ['Asia/Shanghai', '2096-02-29T10:00:00+08:00', 4, 'year', '2100-02-28T23:59:59+08:00'],
    // The day in the zone applies, not the day in UTC.
    ['Asia/Shanghai', '2026-01-31T15:59:59Z', 1, 'month', '2026-02-28T23:59:59+08:00'],
    ['Asia/Shanghai', '2026-01-31T16:00:00Z', 1, 'month', '2026-03-01T23:59:59+08:00'],
    ['America/Los_Angeles', '2026-03-01T07:59:59Z', 1, 'month', '2026-03-28T23:59:59-07:00'],
    ['Europe/Berlin', '2026-02-28T23:30:00Z', 1, 'month', '2026-04-01T23:59:59+02:00'],
    ['Pacific/Kiritimati', '2026-01-30T10:00:00Z', 1, 'month', '2026-02-28T23:59:59+14:00'],
  ] as const) {
    it(`ends ${duration} ${unit}s from ${instant} in ${zone} at ${end}`, () => {
      const calendar = calendarOf(zone);
      expect(calendar.write(calendar.endOfPeriod(new Date(instant), { unit, duration }))).to.equal(end);
    });
  }

  for (const [zone, first, last, days] of [
    ['Asia/Shanghai', '2026-03-15T00:00:00+08:00', '2026-03-15T23:59:59+08:00', 0],
    ['Asia/Shanghai', '2026-03-15T23:59:59+08:00', '2026-03-16T00:00:00+08:00', 1],
    ['Asia/Shanghai', '2026-03-15T15:59:59Z', '2026-03-15T16:00:00Z', 1],
    ['UTC', '2026-03-15T15:59:59Z', '2026-03-15T16:00:00Z', 0],
    ['Asia/Shanghai', '2026-03-16T00:00:00+08:00', '2026-03-15T23:59:59+08:00', -1],
    ['Asia/Shanghai', '2028-02-01T12:00:00+08:00', '2029-02-01T12:00:00+08:00', 366],
    // A day of 23 hours, and a day of 25 hours.
    ['Europe/Berlin', '2026-03-28T23:59:59+01:00', '2026-03-30T00:00:00+02:00', 2],
    ['Europe/Berlin', '2026-10-24T23:59:59+02:00', '2026-10-26T00:00:00+01:00', 2],
  ] as const) {
    it(`counts ${days} days from ${first} to ${last} in ${zone}`, () => {
      expect(calendarOf(zone).daysBetween(new Date(first), new Date(last))).to.equal(days);
    });
  }

  describe('for any period', () => {
    const zones = ['Asia/Shanghai', 'UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu'].map(calendarOf);
    const calendars = fc.constantFrom(...zones);
    const instants = fc.date({ min: new Date('2020-01-01Z'), max: new Date('2120-01-01Z'), noInvalidDate: true });
    const months = fc.integer({ min: 1, max: 120 });
    const lengths = fc.tuple(months, fc.integer({ min: -4_000, max: 40_000 }));

    it('ends the period at 23:59:59', () => {
      fc.assert(
        fc.property(calendars, instants, lengths, (calendar, now, [n, days]) => {
          for (const unit of ['month', 'year'] as const) {
            expect(calendar.write(calendar.endOfPeriod(now, { unit, duration: n }))).to.match(/T23:59:59[+-]/);
          }
          const end = calendar.endOfDay(now, days);
          expect(calendar.write(end)).to.match(/T23:59:59[+-]/);
          expect(calendar.daysBetween(now, end)).to.equal(days);
        }),
      );
    });

    it('gives two purchases the end of one, except for days that a month lacks', () => {
      fc.assert(
        fc.property(calendars, instants, fc.tuple(months, months), (calendar, now, [one, other]) => {
          const after = (start: Date, duration: number) => calendar.endOfPeriod(start, { unit: 'month', duration });
          const apart = after(after(now, one), other);
          const missing = calendar.daysBetween(apart, after(now, one + other));
          const day = Number(calendar.write(now).slice(8, 10));
          expect(missing).to.be.within(0, Math.max(0, day - 28));
        }),
      );
    });

    it('gives a year the end of twelve months', () => {
      fc.assert(
        fc.property(calendars, instants, fc.integer({ min: 1, max: 10 }), (calendar, now, years) => {
          const byYear = calendar.endOfPeriod(now, { unit: 'year', duration: years });
          const byMonth = calendar.endOfPeriod(now, { unit: 'month', duration: 12 * years });
          expect(byYear).to.deep.equal(byMonth);
        }),
      );
    });
  });

  it('writes an instant without its milliseconds', () => {
    const calendar = calendarOf('Asia/Shanghai');
    for (const instant of ['2018-08-25T02:49:01.000Z', '2018-08-25T02:49:01.500Z', '2018-08-25T02:49:01.999Z']) {
      expect(calendar.write(new Date(instant))).to.equal('2018-08-25T10:49:01+08:00');
    }
  });
});
