import { input, type Services } from 'lectern';

const MAX_UNITS = 1_000_000;

/** Makes the OpenAPI document list the kinds of goods of all modules. */
export const kindsOfGoods = { known: ({ products }: Services) => products.kinds };

/** Goods to buy (specification, section 4, POST /order_info). */
export const goods = input.alsoInQuery({
  targetType: {
    ...input.text({
      pattern: '^[a-z][a-z0-9_]*$',
      expected: 'a kind of goods, such as course, classroom or vip',
      maxLength: 64,
      description: 'Kind of goods: course, classroom, or a kind that a plugin sells, such as vip.',
    }),
    ...kindsOfGoods,
  },
  targetId: input.id({ description: 'Id of the goods, among those of the kind `targetType`.' }),
  unit: input.optional(
    input.oneOf(['month', 'year'], {
      description: 'Unit of time, for goods sold by time; default: as their settings say.',
    }),
  ),
  num: input.optional(
    input.integer({
      minimum: 1,
      maximum: MAX_UNITS,
      description: 'Number of units, for goods sold by time; default: as their settings say.',
    }),
  ),
});
