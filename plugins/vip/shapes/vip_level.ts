import { field, shape } from 'lectern';

const priceConvert = {
  currency: field.oneOf(['coin', 'RMB'], 'Currency in which pages show the price.'),
  amount: field.money('Price in RMB, whatever the currency.'),
  coinAmount: field.optional(field.money('Price in coins, while coins are enabled.')),
  coinName: field.optional(field.text('Name of the coin, while coins are enabled.')),
};

/** A membership level (specification, section 2, VipLevel). */
export const vipLevel = shape('VipLevel').mode('public', {
  id: field.intString('Id.'),
  seq: field.intString('Rank; a higher level includes the lower levels.'),
  name: field.text('Name for readers.'),
  icon: field.url('Address of the icon; "" for none.'),
  monthPrice: field.money('Price of a month, in RMB.'),
  monthPriceConvert: field.object(priceConvert, 'Price of a month by the coin setting.'),
  yearPrice: field.money('Price of a year, in RMB.'),
  yearPriceConvert: field.object(priceConvert, 'Price of a year by the coin setting.'),
  description: field.text('Description for buyers, as text; "" for none.', { maxLength: 5_000 }),
  freeLearned: field.bool('Whether members join the goods of the level without an order.'),
  enabled: field.bool('Whether the level can be bought; a disabled one is shown to managers only.'),
  createdTime: field.datetime('Time of creation.'),
  maxRate: field.intString('Maximum percentage of the price that coins may pay; 0 for none.'),
});
