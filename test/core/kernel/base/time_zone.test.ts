import { expect } from 'chai';
import fc from 'fast-check';
import { dateTimeWriter } from '../../../../core/kernel/base/time_zone.ts';

/** Zones with whole, half and quarter hours, and with summer times of an hour and of half an hour. */
const zones = [
  'Asia/Shanghai',
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
];

/** Local time by `Intl`, instead of computed from an offset. */
function wallClock(zone: string, instant: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant);
  const of = (type: string) => parts.find((part) => part.type === type)!.value;
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}`;
}

const instants = fc.date({ min: new Date('1975-01-01'), max: new Date('2036-12-31'), noInvalidDate: true });

describe('The date-time writer', () => {
  for (const zone of zones) {
    it(`writes the local time of ${zone} with an offset that keeps the instant`, () => {
      const write = dateTimeWriter(zone);
      fc.assert(
        fc.property(instants, (instant) => {
          const text = write(instant);
          expect(text).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
          expect(text.slice(0, 19)).to.equal(wallClock(zone, instant));
          expect(new Date(text).getTime()).to.equal(Math.floor(instant.getTime() / 1000) * 1000);
        }),
        { numRuns: 300 },
      );
    });
  }

  it('writes instants before 1970', () => {
    expect(dateTimeWriter('UTC')(new Date(-1))).to.equal('1969-12-31T23:59:59+00:00');
    expect(dateTimeWriter('America/New_York')(new Date('1969-07-20T20:17:40Z'))).to.equal('1969-07-20T16:17:40-04:00');
  });

  it('changes the offset in the second when summer time begins or ends', () => {
    const write = dateTimeWriter('Europe/Berlin');
    expect(write(new Date('2026-03-29T00:59:59.999Z'))).to.equal('2026-03-29T01:59:59+01:00');
    expect(write(new Date('2026-03-29T01:00:00Z'))).to.equal('2026-03-29T03:00:00+02:00');
    const island = dateTimeWriter('Australia/Lord_Howe');
    expect(island(new Date('2026-04-04T14:59:59Z'))).to.equal('2026-04-05T01:59:59+11:00');
    expect(island(new Date('2026-04-04T15:00:00Z'))).to.equal('2026-04-05T01:30:00+10:30');
  });

  it('writes the format of the specification', () => {
    expect(dateTimeWriter('Asia/Shanghai')(new Date('2018-08-25T02:49:01.987Z'))).to.equal('2018-08-25T10:49:01+08:00');
    expect(dateTimeWriter('UTC')(new Date('2018-08-25T02:49:01Z'))).to.equal('2018-08-25T02:49:01+00:00');
  });
});
