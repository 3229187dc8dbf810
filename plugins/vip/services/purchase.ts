import { input, reader, standardFailures, type InputOf } from 'lectern';
import type { ProductRequest, SectionValues } from 'lectern/core';
import { mostUnits, type vipSection } from '../settings_section.ts';
import type { Period } from './calendar.ts';

const fields = {
  levelId: input.id(),
  buyType: input.oneOf(['new', 'renew', 'upgrade']),
  unit: input.oneOf(['month', 'year']),
  duration: input.integer({ minimum: 1 }),
  /** For an upgrade: the level and the last moment (ISO 8601) of the membership that its price was computed from. */
  from: input.optional(input.object({ levelId: input.id(), until: input.text() })),
};

/** Terms of a purchase, stored with the order. */
export type Purchase = InputOf<typeof fields>;

/** Parses the stored terms of an order. @throws invalidParameter when the terms are malformed */
export const readPurchase = reader(fields);

type Values = SectionValues<typeof vipSection>;

/** Units for sale by value of the setting `buyType`; the first unit is the default. */
const soldUnits = {
  year_and_month: ['month', 'year'],
  month: ['month'],
  year: ['year'],
} as const satisfies Record<Values['buyType'], readonly Period['unit'][]>;

/** Returns the requested period, with defaults from the settings. @throws invalidParameter */
export function periodOf({ unit: asked, num }: Pick<ProductRequest, 'unit' | 'num'>, values: Values): Period {
  const sold = soldUnits[values.buyType];
  const units: readonly Period['unit'][] = sold;
  const unit = asked ?? sold[0];
  if (!units.includes(unit))
    throw standardFailures.invalidParameter.about(
      'unit',
      `must be ${units.join(' or ')}; memberships are sold only in this unit`,
    );
  const duration = num ?? Number(unit === 'year' ? values.defaultBuyYears : values.defaultBuyMonths);
  const most = mostUnits[unit];
  if (Number.isInteger(duration) && duration >= 1 && duration <= most) return { unit, duration };
  throw standardFailures.invalidParameter.about(
    'num',
    `must be an integer from 1 to ${most} where the unit is ${unit}`,
  );
}
