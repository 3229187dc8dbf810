import { manifest, type Files } from '../../../support/installation.ts';
import { opening } from '../boot/support.ts';

/** A plugin `asker` whose operation answers an expression of the services `uses`. */
export function asking(expression: string, ...uses: string[]): Files {
  return {
    'plugins/asker/module.json': manifest('asker'),
    'plugins/asker/resources/answers.js': `${opening}
      export default defineResource('/plugins/asker/answers', {
        uses: ${JSON.stringify(uses)},
        search: { open: true, returns: [raw], run: ({ ${uses.join(', ')} }) => (${expression}) },
      });`,
  };
}
