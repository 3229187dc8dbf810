import { field, shape } from 'lectern';

const priceConvert = {
  currency: field.oneOf(['coin', 'RMB'], 'What the price is given in.'),
  amount: field.money('Price in RMB.'),
  coinAmount: field.optional(field.money('Price in coins, when there is a coin.')),
  coinName: field.optional(field.text('Name of the coin, when there is one.')),
};

/** A membership level (specification, section 2, VipLevel). */
export const vipLevel = shape('VipLevel').mode('public', {
  id: field.intString('Id.'),
  seq: field.intString('Order; a higher level includes the lower ones.'),
  name: field.text('Name.'),
  icon: field.url('Icon.'),
  monthPrice: field.money('Price of a month.'),
  monthPriceConvert: field.object(priceConvert, 'Price of a month by the coin setting.'),
  yearPrice: field.money('Price of a year.'),
  yearPriceConvert: field.object(priceConvert, 'Price of a year by the coin setting.'),
  description: field.text('Description.'),
  freeLearned: field.bool('Whether its courses are free.'),
  enabled: field.bool('Whether it can be bought.'),
  createdTime: field.datetime('When it was created.'),
  maxRate: field.intString('Largest part of the price that coins may pay, in percent.'),
});
