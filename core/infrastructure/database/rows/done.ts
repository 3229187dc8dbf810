import { field, shape } from 'lectern';

/** Answer of an action without a result. */
export const done = shape('Done').mode('public', {
  success: field.bool('Always true; a request that fails is answered with an error.'),
});
