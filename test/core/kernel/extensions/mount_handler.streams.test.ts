import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.ts';
import { giving, installations } from '../boot/support.ts';

const begins = {
  'at once': '(begin) => begin()',
  'after a wait': '(begin) => setImmediate(begin)',
};

describe('A mount that sends a stream of events', () => {
  const install = installations();

  for (const [when, run] of Object.entries(begins)) {
    it(`has its request reported when the stream begins (${when})`, async () => {
      const mount = `{ address: '/plugins/tools/events', open: true, handle(_request, response) {
        (${run})(() => response.type('text/event-stream').flushHeaders());
      } }`;
      const place = install(giving('plugins/tools', `events: contributes('mounts', asValue(${mount}))`));
      const { kernel } = await place.serve();
      const stream = request(`${kernel.url}/api/plugins/tools/events`).on('error', () => undefined);
      try {
        await once(stream.end(), 'response');
        await eventually(async () => {
          const lines = place.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
          expect(lines[0]).to.include({ route: '/plugins/tools/events', status: 200 });
        });
      } finally {
        stream.destroy();
      }
    });
  }
});
