import { expect } from 'chai';
import fc from 'fast-check';
import type { Services } from 'lectern';
import { describe, it } from 'mocha';
import { Calendar, type Period } from '../../services/calendar.ts';
import { extend, type Bought, type Extended, type Held } from '../../services/extension.ts';
import type { Purchase } from '../../services/purchase.ts';
import { periodPrice, upgradePrice } from '../../services/worth.ts';

const calendar = new Calendar({ config: { zone: 'Asia/Shanghai' } as Services['config'] });
const now = new Date('2026-03-15T10:00:00+08:00');

/** Both units cost the same per day, so that one number is the worth of a day. */
const levelOf = (id: number, day: number) => ({
  id: String(id),
  seq: id,
  monthPrice: String(30 * day),
  yearPrice: String(365 * day),
});
const bronze = levelOf(1, 10);
const silver = levelOf(2, 20);
const gold = levelOf(3, 30);
const levels = [bronze, silver, gold];
type Level = (typeof levels)[number];

const end = (day: string) => new Date(`${day}T23:59:59+08:00`);
const holding = (level: Level, day: string): Held => ({
  level,
  levelId: level.id,
  unit: 'month',
  deadline: end(day),
});

/** An order for a membership; undefined for what is not sold. */
function ordered(level: Level, period: Period, held: Held | undefined): Bought | undefined {
  const bought = (total: bigint, purchase: Omit<Purchase, 'levelId' | keyof Period>, at = period): Bought => ({
    level,
    now,
    total: Number(total),
    purchase: { levelId: level.id, ...at, ...purchase },
  });
  if (!held) return bought(periodPrice(level, period), { buyType: 'new' });
  if (held.level.id === level.id) return bought(periodPrice(level, period), { buyType: 'renew' });
  if (Number(held.level.seq) > level.seq) return undefined;
  const price = upgradePrice(
    { from: held.level, to: level, unit: held.unit },
    calendar.daysBetween(now, held.deadline),
  );
  const from = { levelId: held.levelId, until: held.deadline.toISOString() };
  return bought(price, { buyType: 'upgrade', from }, { unit: held.unit, duration: 1 });
}

const months = (duration: number): Period => ({ unit: 'month', duration });

/** The membership after an order for one membership is delivered to another one. */
function delivered(level: Level, period: Period, { orderedFor, to }: Record<'orderedFor' | 'to', Held | undefined>) {
  return extend(calendar, ordered(level, period, orderedFor) as Bought, to);
}

const shown = ({ action, levelId, deadline, days }: Extended) =>
  [action, levelId, calendar.write(deadline).slice(0, 10), days] as const;

describe('a purchase that finds the membership it was made for', () => {
  const none = { orderedFor: undefined, to: undefined };
  const both = (held: Held) => ({ orderedFor: held, to: held });

  it('begins today for who has none', () => {
    expect(shown(delivered(silver, months(3), none))).to.deep.equal(['new', '2', '2026-06-15', 92]);
    const year = delivered(silver, { unit: 'year', duration: 1 }, none);
    expect(shown(year)).to.deep.equal(['new', '2', '2027-03-15', 365]);
    expect(year.unit).to.equal('year');
  });

  it('begins where the membership of the same level ends', () => {
    const held = holding(silver, '2026-05-31');
    expect(shown(delivered(silver, months(1), both(held)))).to.deep.equal(['renew', '2', '2026-06-30', 30]);
  });

  it('changes the level, and leaves unit and deadline as they are', () => {
    // Granted by a manager, and so not until the end of a day.
    const held: Held = {
      ...holding(silver, '2026-05-14'),
      deadline: new Date('2026-05-14T00:00:00+08:00'),
      unit: 'year',
    };
    const after = delivered(gold, months(1), both(held));
    expect(shown(after)).to.deep.equal(['upgrade', '3', '2026-05-14', 20]);
    expect([after.deadline, after.unit]).to.deep.equal([held.deadline, 'year']);
  });
});

describe('a purchase that finds another membership, because an order was paid meanwhile', () => {
  it('is added to what was bought twice', () => {
    const orderedFor = undefined;
    const to = holding(silver, '2026-04-15');
    expect(shown(delivered(silver, months(1), { orderedFor, to }))).to.deep.equal(['renew', '2', '2026-05-15', 30]);
  });

  it('begins today when what it was to renew has expired', () => {
    const orderedFor = holding(silver, '2026-03-15');
    expect(shown(delivered(silver, months(1), { orderedFor, to: undefined }))).to.deep.equal([
      'new',
      '2',
      '2026-04-15',
      31,
    ]);
  });

  it('becomes time of the same worth on a higher level, and never lowers the level', () => {
    const to = holding(gold, '2026-04-15');
    for (const orderedFor of [undefined, holding(silver, '2026-04-15')]) {
      // 30 days of silver are 20 of gold.
      expect(shown(delivered(silver, months(1), { orderedFor, to }))).to.deep.equal(['renew', '3', '2026-05-05', 20]);
    }
  });

  it('turns what is left of a lower level into time of the same worth', () => {
    // 31 days of bronze are 10 of gold; the month that was bought comes after them.
    const to = holding(bronze, '2026-04-15');
    expect(shown(delivered(gold, months(1), { orderedFor: undefined, to }))).to.deep.equal([
      'upgrade',
      '3',
      '2026-04-25',
      31,
    ]);
  });

  it('does not upgrade the time that was added after its price was made', () => {
    const orderedFor = holding(silver, '2026-04-14');
    const to = holding(silver, '2027-04-14');
    // 365 unpaid days of silver are 243 of gold.
    expect(shown(delivered(gold, months(1), { orderedFor, to }))).to.deep.equal(['upgrade', '3', '2026-12-13', 10]);
  });

  it('is worth days when there is nothing to upgrade any more', () => {
    const orderedFor = holding(silver, '2026-04-14');
    for (const [to, after] of [
      // Paid twice: 30 days from silver to gold are worth 10 of gold.
      [holding(gold, '2026-04-14'), ['renew', '3', '2026-04-24', 10]],
      [undefined, ['new', '3', '2026-03-25', 10]],
      // Some of the time was taken back: 10 of silver are 6 of gold.
      [holding(silver, '2026-03-25'), ['upgrade', '3', '2026-03-31', 10]],
      // Upgraded already: 30 of bronze are 10 of gold.
      [holding(bronze, '2026-04-14'), ['upgrade', '3', '2026-04-04', 10]],
    ] as const) {
      expect(shown(delivered(gold, months(1), { orderedFor, to }))).to.deep.equal(after);
    }
  });

  it('leaves a level of the same rank', () => {
    const twin = { ...levelOf(4, 20), seq: 2 };
    const to = holding(twin, '2026-04-15');
    expect(shown(delivered(silver, months(1), { orderedFor: undefined, to }))).to.deep.equal([
      'renew',
      '4',
      '2026-05-15',
      30,
    ]);
  });
});

describe('orders in whatever sequence', () => {
  /** Orders are created and paid; `paid` selects one of the unpaid. */
  const step = fc.record({
    order: fc.option(fc.record({ level: fc.constantFrom(...levels), years: fc.integer({ min: 1, max: 10 }) })),
    paid: fc.option(fc.nat()),
  });

  const dayPrice = ({ monthPrice }: { monthPrice: unknown }) => Number(monthPrice) / 30;

  it('lose no level and nothing that was paid, and make nothing cheaper', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let held: Held | undefined;
        let worth = 0;
        let rounded = 0;
        const waiting: Bought[] = [];
        for (const { order, paid } of steps) {
          const made = order && ordered(order.level, { unit: 'year', duration: order.years }, held);
          if (made) waiting.push(made);
          const [bought] = paid === null ? [] : waiting.splice(paid % (waiting.length || 1), 1);
          if (!bought) continue;
          const after = extend(calendar, bought, held);
          const level = levels.find(({ id }) => id === after.levelId) as Level;
          expect(level.seq).to.be.at.least(Number(held?.level.seq ?? 0));
          expect(level.seq).to.be.at.least(Number(bought.level.seq));
          expect(calendar.write(after.deadline)).to.match(/T23:59:59/);
          // Bought by the year here, which the calendar extends by up to three days in ten years.
          worth += bought.total;
          rounded += 3 * dayPrice(gold);
          held = { ...after, level };
        }
        if (!held) return;
        const has = calendar.daysBetween(now, held.deadline) * dayPrice(held.level);
        expect(has).to.be.within(worth - rounded, worth + rounded);
      }),
      { numRuns: 1_000 },
    );
  });

  it('add up when they are for one level', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 5 }), (durations) => {
        const orders = durations.map((duration) => ordered(silver, months(duration), undefined) as Bought);
        let held: Held | undefined;
        for (const bought of orders) held = { ...extend(calendar, bought, held), level: silver };
        const total = durations.reduce((sum, duration) => sum + duration, 0);
        expect(held?.deadline).to.deep.equal(calendar.endOfPeriod(now, months(total)));
      }),
    );
  });
});
