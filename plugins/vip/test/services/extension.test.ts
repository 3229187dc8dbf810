import { expect } from 'chai';
import fc from 'fast-check';
import type { Services } from 'lectern';
import { construct } from 'lectern/testing';
import { Calendar, type Period } from '../../services/calendar.ts';
import { extend, type Bought, type Extended, type Held } from '../../services/extension.ts';
import type { Purchase } from '../../services/purchase.ts';
import { periodPrice, upgradePrice } from '../../services/worth.ts';

const calendar = construct(Calendar, { config: { zone: 'Asia/Shanghai' } as Services['config'] });
const now = new Date('2026-03-15T10:00:00+08:00');

/** A level whose month and year cost the same per day, so that `day` is the worth of a day. */
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

/** A paid order for a membership; undefined when the level is not for sale. */
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

/** Membership after an order computed for `orderedFor` is delivered to `to`. */
function delivered(level: Level, period: Period, { orderedFor, to }: Record<'orderedFor' | 'to', Held | undefined>) {
  return extend(calendar, ordered(level, period, orderedFor) as Bought, to);
}

const shown = ({ action, levelId, deadline, days }: Extended) =>
  [action, levelId, calendar.write(deadline).slice(0, 10), days] as const;

describe('A purchase for a membership that is still the same', () => {
  const none = { orderedFor: undefined, to: undefined };
  const both = (held: Held) => ({ orderedFor: held, to: held });

  it('starts today without a membership', () => {
    expect(shown(delivered(silver, months(3), none))).to.deep.equal(['new', '2', '2026-06-15', 92]);
    const year = delivered(silver, { unit: 'year', duration: 1 }, none);
    expect(shown(year)).to.deep.equal(['new', '2', '2027-03-15', 365]);
    expect(year.unit).to.equal('year');
  });

  it('starts at the end of a membership of the same level', () => {
    const held = holding(silver, '2026-05-31');
    expect(shown(delivered(silver, months(1), both(held)))).to.deep.equal(['renew', '2', '2026-06-30', 30]);
  });

  it('changes the level of an upgraded membership, and keeps its unit and deadline', () => {
    // A grant of a manager may end before the end of a day.
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

describe('A purchase for a membership that another order changed meanwhile', () => {
  it('extends a membership of the same level', () => {
    const orderedFor = undefined;
    const to = holding(silver, '2026-04-15');
    expect(shown(delivered(silver, months(1), { orderedFor, to }))).to.deep.equal(['renew', '2', '2026-05-15', 30]);
  });

  it('starts today when the membership to renew has expired', () => {
    const orderedFor = holding(silver, '2026-03-15');
    expect(shown(delivered(silver, months(1), { orderedFor, to: undefined }))).to.deep.equal([
      'new',
      '2',
      '2026-04-15',
      31,
    ]);
  });

  it('becomes days of the same worth if the level is higher now', () => {
    const to = holding(gold, '2026-04-15');
    for (const orderedFor of [undefined, holding(silver, '2026-04-15')]) {
      // 30 days of silver are worth 20 days of gold.
      expect(shown(delivered(silver, months(1), { orderedFor, to }))).to.deep.equal(['renew', '3', '2026-05-05', 20]);
    }
  });

  it('converts the remaining days of a lower level to days of the same worth', () => {
    // 31 days of bronze are worth 10 days of gold; the bought month follows these days.
    const to = holding(bronze, '2026-04-15');
    expect(shown(delivered(gold, months(1), { orderedFor: undefined, to }))).to.deep.equal([
      'upgrade',
      '3',
      '2026-04-25',
      31,
    ]);
  });

  it('does not upgrade days that were added after the price was computed', () => {
    const orderedFor = holding(silver, '2026-04-14');
    const to = holding(silver, '2027-04-14');
    // 365 unpaid days of silver are worth 243 days of gold.
    expect(shown(delivered(gold, months(1), { orderedFor, to }))).to.deep.equal(['upgrade', '3', '2026-12-13', 10]);
  });

  it('converts the price of an outdated upgrade to days', () => {
    const orderedFor = holding(silver, '2026-04-14');
    for (const [to, after] of [
      // Paid twice: the price of an upgrade for 30 days is worth 10 days of gold.
      [holding(gold, '2026-04-14'), ['renew', '3', '2026-04-24', 10]],
      [undefined, ['new', '3', '2026-03-25', 10]],
      // A refund took time back: 10 days of silver are worth 6 days of gold.
      [holding(silver, '2026-03-25'), ['upgrade', '3', '2026-03-31', 10]],
      // Upgraded already: 30 days of bronze are worth 10 days of gold.
      [holding(bronze, '2026-04-14'), ['upgrade', '3', '2026-04-04', 10]],
    ] as const) {
      expect(shown(delivered(gold, months(1), { orderedFor, to }))).to.deep.equal(after);
    }
  });

  it('keeps a level of the same rank', () => {
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

describe('Orders in any sequence', () => {
  /** One step: creates an order if `order` is set, and pays an open order, which `paid` selects by its index. */
  const step = fc.record({
    order: fc.option(fc.record({ level: fc.constantFrom(...levels), years: fc.integer({ min: 1, max: 10 }) })),
    paid: fc.option(fc.nat()),
  });

  const dayPrice = ({ monthPrice }: { monthPrice: unknown }) => Number(monthPrice) / 30;

  it('never lower the level, and keep the paid worth within rounding', () => {
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
          // This purchase is by year; calendar years add up to three leap days in ten years.
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

  it('add up their periods on one level', () => {
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
