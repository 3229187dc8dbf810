import { section, setting } from 'lectern/core';

/** Maximum number of units in one purchase. */
export const mostUnits = { month: 120, year: 10 } as const;

/** The settings section `vip` (specification, section 2, Settings sections). */
export const vipSection = section('vip', {
  enabled: setting.bool('Whether memberships are enabled.', false),
  buyType: setting.oneOf(
    ['year_and_month', 'year', 'month'],
    'Units of time in which memberships are sold.',
    'year_and_month',
  ),
  upgradeMinDay: setting.intString('Minimum number of remaining days for an upgrade.', 30),
  defaultBuyYears: setting.intString('Default number of years of a purchase.', 1, {
    minimum: 1,
    maximum: mostUnits.year,
  }),
  defaultBuyMonths: setting.intString('Default number of months of a purchase.', 3, {
    minimum: 1,
    maximum: mostUnits.month,
  }),
});
