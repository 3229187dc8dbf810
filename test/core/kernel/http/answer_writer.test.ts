import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { installations, opening } from '../boot/support.ts';

describe('An answer', () => {
  const install = installations();
  const wide: Record<string, [value: string, problem: RegExp]> = {
    'above 64 MiB': [`'x'.repeat(70 * 2 ** 20)`, /has 70 MiB, and an answer at most 64; return a page of it/],
    'above the longest text': [
      `{ toJSON() { throw new RangeError('Invalid string length'); } }`,
      /is longer than 512 MiB/,
    ],
  };
  for (const [size, [value, problem]] of Object.entries(wide)) {
    it(`${size} is a 500, whose log line names size, file and fix`, async () => {
      const place = install({
        'plugins/a/module.json': manifest('a'),
        'plugins/a/resources/x.js': `${opening}
          export default defineResource('/plugins/a/x', { search: { open: true, returns: [raw], run: () => (${value}) } });`,
      });
      const { api } = await place.serve();
      const { body } = await api.get('/api/plugins/a/x').expect(500);
      expect(body.error.code).to.equal(7);
      const lines = place.logs.join('');
      expect(lines).to.include('plugins/a/resources/x.js: the result of search').and.match(problem);
    });
  }
});
