import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Kernel } from 'lectern';
import { DocumentReader } from '../support/document_reader.ts';
import { filesOf, sessionsOf } from '../support/documents.ts';
import { Installation } from '../support/installation.ts';
import { makePlace, type Place } from '../support/place.ts';
import { projectRoot, tokenOf } from '../support/platform.ts';

// All show the plugin vip at work; an installation that has deleted it has nothing to try them on.
const hasVip = existsSync(join(projectRoot, 'plugins/vip'));

for (const document of ['README.md', 'docs/authoring.md', 'docs/payments.md']) {
  (hasVip ? describe : describe.skip)(`The examples of ${document}`, () => {
    let place: Place;
    let installation: Installation;
    let kernel: Kernel;
    let reader: DocumentReader;

    before(async () => {
      place = await makePlace();
      const custom = '{ "name": "custom", "version": "1.0.0", "engines": { "lectern": "*" } }';
      installation = new Installation({ 'custom/module.json': custom, ...filesOf(document) });
      installation.link(join(projectRoot, 'core'), 'core').copy(join(projectRoot, 'plugins/vip'), 'plugins/vip');
      const env = { ...place.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'error', DESK_SECRET: 'open-sesame' };
      ({ kernel } = await installation.serve({
        env,
        config: { demo: true, modules: { payments: { standIn: true } } },
      }));
      reader = new DocumentReader(kernel.url, { token: await tokenOf(kernel, 'student') });
    });

    after(async () => {
      await installation.clear();
      await place.clear();
    });

    it('start', () => {
      expect(kernel.setAside).to.deep.equal([]);
    });

    for (const session of sessionsOf(document)) {
      it(`print what they say: ${session.command}`, async () => {
        expect(await reader.type(session)).to.equal(session.printed);
      });
    }
  });
}
