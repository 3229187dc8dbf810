import { expect } from 'chai';
import { shellBlocks } from '../support/documents.ts';
import { FreshClone } from '../support/fresh_clone.ts';
import { freePort } from '../support/free_port.mjs';
import { scriptOf } from '../support/page_script.ts';
import { PagePlaceholders } from '../support/page_placeholders.ts';
import { serveOnce, type Served } from './serve_once.ts';

/** Commands that need the network or another machine, each with the test that covers it instead. */
const elsewhere: readonly (readonly [command: RegExp, instead: string])[] = [
  [/^npm start$/gm, 'the first test below'],
  [/^docker (?:build|compose) .*$/gm, 'docs/deploy.dockerfile.system.test.ts, docs/deploy/compose.test.ts'],
  [/^kubectl .*$/gm, 'docs/deploy/kubernetes.system.test.ts'],
  [/^npm install @opentelemetry.*$/gm, 'nothing: it fetches packages'],
  [/^npm run test:availability.*$/gm, 'nothing: it takes minutes, and needs Patroni and etcd'],
  [/^(?:psql -h 10\.|pgbackrest |\/usr\/lib\/postgresql\/)[^]*?[^\\]$/gm, 'npm run test:availability'],
  [/^psql "\$DATABASE_URL" -c .*citus.*$/gm, 'npm run test:citus'],
  [/^npx lectern database (?:distribute|status)$/gm, 'npm run test:citus'],
  [/^npm ci --omit=dev && /gm, 'nothing: it fetches packages'],
];

const blocks = shellBlocks()
  .map((block) => ({ ...block, text: elsewhere.reduce((text, [command]) => text.replaceAll(command, ''), block.text) }))
  .filter(({ text }) => text.trim() !== '');

describe('A fresh clone', function () {
  this.timeout(180_000);
  const placeholders = new PagePlaceholders();
  let clone: FreshClone;
  let served: Served;

  const ok = async (script: string, env: Readonly<Record<string, string>> = {}) => {
    const { code, output } = await clone.run(`set -e\n${script}`, env);
    expect(code, output).to.equal(0);
    return output;
  };

  before(async () => {
    clone = new FreshClone();
    served = await serveOnce(clone, await freePort());
  });
  after(async () => {
    clone.clear();
    await placeholders.clear();
  });

  it('builds and serves with `npm start`', () => {
    expect(served.output).to.match(/^Built dist\/, [\d.]+ s$/m);
    expect(served.ready.status).to.equal(200);
    expect(served.vip.status).to.equal(200);
    expect(served.vip.body).to.include('"enabled":true');
    // No version of Node may warn of a deprecation.
    expect(served.output).to.not.match(/Warning/);
  });

  it('answers running requests when a signal ends the process group of `npm start`', () => {
    expect(served.lastAnswer).to.match(/^HTTP\/1\.1 20[01] /);
    expect(served.output).to.include('The process stops (SIGTERM)').and.include('The shutdown is complete');
    expect(served.output).to.not.include('a second signal');
  });

  // Overrides and `lectern check` are covered by core/devtools/new.system.test.ts.
  it('creates a plugin whose tests pass', async () => {
    expect(await ok('npx lectern new plugin riddle')).to.include('plugins/riddle/module.json');
    const [, passing] = /\b(\d+) passing/.exec(await ok('npx lectern test riddle')) ?? [];
    expect(Number(passing)).to.be.at.least(5);
  });

  it('serves the new plugin compiled', async () => {
    const routes = await ok('npm run --silent routes 2>&1');
    expect(routes)
      .to.include('Built dist/')
      .and.match(/^GET +\/api\/plugins\/riddle\/notes +plugins +riddle /m);
    expect(routes).to.not.include('warning').and.not.include('set aside');
  });

  for (const { document, line, text } of blocks) {
    it(`runs the commands of ${document}:${line}`, async () => {
      const { text: local, env } = await placeholders.localBlock(document, text);
      await ok(scriptOf(local, { withServer: /^curl/.test(local) }), env);
    });
  }
});
