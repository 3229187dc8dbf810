import { section, setting } from 'lectern/core';

/** Maximum number of units in one purchase. */
export const mostUnits = { month: 120, year: 10 } as const;

/** The section `vip` of the settings (specification, section 2, Settings sections). */
export const vipSection = section('vip', {
  enabled: setting.bool('Whether membership is on.', false),
  buyType: setting.oneOf(['year_and_month', 'year', 'month'], 'Units that membership is sold in.', 'year_and_month'),
  upgradeMinDay: setting.intString('Days of validity from which an upgrade is possible.', 30),
  defaultBuyYears: setting.intString('Default number of years of a purchase.', 1, {
    minimum: 1,
    maximum: mostUnits.year,
  }),
  defaultBuyMonths: setting.intString('Default number of months of a purchase.', 3, {
    minimum: 1,
    maximum: mostUnits.month,
  }),
});
