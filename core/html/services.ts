import { asValue } from 'lectern';
import { loadParser } from './clean_html.ts';

export default {
  /** Loads the parser before the first request, which it would block. */
  htmlParser: asValue({
    ready() {
      loadParser();
    },
  }),
};
