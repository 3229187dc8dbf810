import { field, shape } from 'lectern';

const priceConvert = {
  currency: field.oneOf(['coin', 'RMB'], 'Currency of the price.'),
  amount: field.money('Price in RMB.'),
  coinAmount: field.optional(field.money('Price in coins, while coins are enabled.')),
  coinName: field.optional(field.text('Name of the coin, while coins are enabled.')),
};

/** A membership level (specification, section 2, VipLevel). */
export const vipLevel = shape('VipLevel').mode('public', {
  id: field.intString('Id.'),
  seq: field.intString('Rank; a higher level includes the lower levels.'),
  name: field.text('Name.'),
  icon: field.url('Address of the icon; "" for none.'),
  monthPrice: field.money('Price of a month.'),
  monthPriceConvert: field.object(priceConvert, 'Price of a month by the coin setting.'),
  yearPrice: field.money('Price of a year.'),
  yearPriceConvert: field.object(priceConvert, 'Price of a year by the coin setting.'),
  description: field.text('Description.'),
  freeLearned: field.bool('Whether the courses of the level are free.'),
  enabled: field.bool('Whether the level can be bought.'),
  createdTime: field.datetime('Time of creation.'),
  maxRate: field.intString('Maximum percentage of the price that coins may pay.'),
});
