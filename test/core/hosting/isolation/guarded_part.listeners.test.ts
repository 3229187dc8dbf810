import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { installations } from '../../kernel/boot/support.ts';
import { behaviour, gate } from './plugins.ts';

const files = {
  'core/desk/module.json': manifest('desk'),
  'core/desk/services.js': `import { asValue, contributes } from 'lectern';
    const anyone = {
      name: 'Anyone', rank: 1, challenge: 'Anyone', security: { type: 'http', scheme: 'anyone' },
      find: () => '', identify: () => ({ id: '1', nickname: 'ada', roles: [], permissions: new Set() }),
    };
    export default { anyone: contributes('authenticators', asValue(anyone)) };`,
  'core/desk/resources/desks.js': `import { defineResource, raw } from 'lectern';
    export default defineResource('/desks', { update: { returns: [raw], run: () => 'changed' } });`,
  'plugins/a/module.json': manifest('a'),
  'plugins/a/services.js': `import { asValue, contributes } from 'lectern';
    const listener = { listens: true, changed: () => globalThis.behaviour.run() };
    export default { listener: contributes('changeListeners', asValue(listener)) };`,
};

describe('A faulty change listener', () => {
  const install = installations();
  const waiting = gate();
  after(() => waiting.resolve(undefined));

  const faults = {
    throws: [() => thrown(), 'no luck'],
    rejects: [() => Promise.reject(new Error('no luck')), 'no luck'],
    'never ends': [
      () => waiting.promise,
      'changed() of a change listener did not end within 2000 ms; leave long work to a job',
    ],
  } as const;
  for (const [what, [run, reason]] of Object.entries(faults))
    it(`that ${what} is logged and counted for its module, and the change is answered`, async () => {
      const { api, kernel, logs } = await serve();
      behaviour.run = run;
      await api.patch('/api/desks/7').expect(200, '"changed"');
      const lines = logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('a change listener failed'));
      expect(lines.map(({ module, route, err }) => [module, route, err.message])).to.deep.equal([
        ['a', '/desks/{id}', reason],
      ]);
      expect(logs.join()).to.include("operations of module 'a' failed");
      await kernel.stop();
    });

  async function serve() {
    const place = install(files);
    const breaker = { failures: 1, windowSeconds: 60, pauseSeconds: 60 };
    return { ...(await place.serve({ config: { guard: { breaker } } })), logs: place.logs };
  }

  function thrown(): never {
    throw new Error('no luck');
  }
});
