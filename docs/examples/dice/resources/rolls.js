import { randomInt } from 'node:crypto';
import { defineResource, field, input, shape } from 'lectern';

/** What leaves the system; `seed`, which `run` returns as well, does not. */
const roll = shape('Roll').mode('public', {
  eyes: field.list(field.int('Eyes of one die.'), 'Eyes of each die.'),
  total: field.int('All of them together.'),
});

/** Dice for anybody. */
export default defineResource('/plugins/dice/rolls', {
  search: {
    open: true,
    summary: 'Rolls dice.',
    accepts: {
      sides: input.integer({ minimum: 2, maximum: 100, default: 6, description: 'Sides of a die.' }),
      dice: input.integer({ minimum: 1, maximum: 20, default: 1, description: 'How many dice.' }),
    },
    returns: [roll, 'public'],
    run(_services, { input: { sides, dice } }) {
      const eyes = Array.from({ length: dice }, () => randomInt(1, sides + 1));
      return { eyes, total: eyes.reduce((sum, one) => sum + one, 0), seed: 'never leaves' };
    },
  },
});
