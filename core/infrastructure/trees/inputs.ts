import { input } from 'lectern';

/** Input fields that all kinds of nodes share; only the name is required. */
export const nodeFields = {
  name: input.text({ description: 'Name for readers; several may have the same.' }),
  weight: input.optional(
    input.integer({ maximum: 1_000_000, description: 'Position among the siblings, lowest first.' }),
  ),
  parentId: input.optional(input.idOrZero({ description: 'Id of the parent, 0 for none.' })),
};

/** Fields that categories have in addition to `nodeFields`. */
export const codeFields = {
  code: input.text({
    maxLength: 100,
    pattern: '^[A-Za-z0-9_-]+$',
    expected: 'letters, digits, _ and -',
    description: 'Unique code, for addresses of pages.',
  }),
  published: input.optional(
    input.bool({ description: 'Whether lists show the category; objects in the category stay visible.' }),
  ),
};
