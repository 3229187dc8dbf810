import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Kernel } from 'lectern';
import supertest from 'supertest';
import { filesOf, sessionsOf, type Session } from '../support/documents.ts';
import { Installation } from '../support/installation.ts';
import { makePlace, type Place } from '../support/place.ts';
import { projectRoot, tokenOf } from '../support/platform.ts';

// Both show the plugin vip at work; an installation that has deleted it has nothing to try them on.
const hasVip = existsSync(join(projectRoot, 'plugins/vip'));

for (const document of ['README.md', 'docs/authoring.md']) {
  (hasVip ? describe : describe.skip)(`The examples of ${document}`, () => {
    let place: Place;
    let installation: Installation;
    let kernel: Kernel;

    before(async () => {
      place = await makePlace();
      const custom = '{ "name": "custom", "version": "1.0.0", "engines": { "lectern": "*" } }';
      installation = new Installation({ 'custom/module.json': custom, ...filesOf(document) });
      installation.link(join(projectRoot, 'core'), 'core').copy(join(projectRoot, 'plugins/vip'), 'plugins/vip');
      const env = { ...place.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'error' };
      ({ kernel } = await installation.serve({ env, config: { demo: true } }));
    });

    after(async () => {
      await installation.clear();
      await place.clear();
    });

    it('start', () => {
      expect(kernel.setAside).to.deep.equal([]);
    });

    for (const session of sessionsOf(document)) {
      it(`answer ${session.url} as printed`, async () => {
        const answer = await send(kernel, session);
        expect(answer).to.equal(session.printed);
      });
    }
  });
}

async function send(kernel: Kernel, { url, headers, body, printed }: Session): Promise<string> {
  const { pathname, search } = new URL(url);
  const api = supertest(kernel.url);
  const request = body === undefined ? api.get(pathname + search) : api.post(pathname + search).send(body);
  const token = headers['X-Auth-Token'] === undefined ? {} : { 'X-Auth-Token': await tokenOf(kernel, 'student') };
  const { text } = await request.set({ ...headers, ...token });
  return printed.includes('<time>') ? text.replace(/\d{4}-\d\d-\d\dT[\d:]+\+08:00/, '<time>') : text;
}
