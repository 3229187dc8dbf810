import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createKernel } from 'lectern/host';
import { manifest } from '../../../support/installation.ts';
import { started } from '../../../support/started.ts';
import { wordsInstallation, override, words, type Diagnosis } from '../../cli/words_fixture.ts';
import { FixtureInstallation } from '../../cli/fixture_installation.ts';

describe('lectern doctor', () => {
  const place = started(() => FixtureInstallation.makeMigrated({}));

  beforeEach(() => {
    for (const folder of ['core/words', 'custom', 'plugins', 'config'])
      rmSync(join(place.root, folder), { recursive: true, force: true });
    place.write(wordsInstallation);
  });

  async function doctor(more: NodeJS.ProcessEnv = {}): Promise<Diagnosis> {
    const { code, out, err } = await place.lecternWith(more, 'doctor', '--json');
    if (out === '') throw new Error(err);
    return { code, ...(JSON.parse(out) as Omit<Diagnosis, 'code'>) };
  }

  const found = ({ findings }: Diagnosis, topic: string) => findings.filter((finding) => finding.topic === topic);
  const start = async () => {
    const logs: string[] = [];
    const kernel = await createKernel({
      root: place.root,
      env: place.env(),
      config: { modules: { events: { enabled: false }, jobs: { enabled: false } } },
      logTo: { write: (line: string) => logs.push(line) },
    });
    try {
      await kernel.start();
    } finally {
      await kernel.stop();
    }
    return logs;
  };
  const write = (path: string, text: string) => place.write({ [path]: text });
  let version = 0;
  /** Replaces the file of a folder under another name, because a process does not import a file again. */
  const replace = (folder: string, text: string) => {
    rmSync(join(place.root, folder), { recursive: true });
    version += 1;
    const path = `${folder}/words_${version}.js`;
    write(path, text);
    return path;
  };

  it('finds no problem in a sound installation with recorded overrides', async () => {
    const [unrecorded] = found(await doctor(), 'custom/resources/words.js');
    expect(unrecorded).to.deep.include({ level: 'warning', fix: 'Record the override with: lectern doctor --accept' });
    expect((await place.lectern('doctor', '--accept')).out).to.equal(
      'custom/resources/words.js: GET /words/{id} (was unrecorded)\n',
    );
    const record = JSON.parse(readFileSync(join(place.root, 'custom/overrides.json'), 'utf8'))['GET /words/{id}'];
    expect(record.from).to.equal('core/words/resources/words.js');
    expect(record.original).to.deep.include({
      access: 'signed in',
      answer: 'Word.public',
      'answer.text': 'type: string',
      'failure.noWord': 'code 10, status 404',
    });
    expect(record.original['input.limit']).to.match(/^optional, .*maximum: 9/);
    const { code, problems, warnings, findings } = await doctor();
    expect([code, problems, warnings]).to.deep.equal([0, 0, 0]);
    expect(findings.map(({ topic }) => topic)).to.deep.equal(['open routes', 'raw filters', 'database']);
    expect(findings[0]?.details).to.deep.equal(['GET /api/words  (core/words/resources/words.js)']);
    const { out } = await place.lectern('doctor');
    expect(out).to.match(/^note {2}raw filters: Routes that answer without a filter: 1\.\n {4}GET \/api\/words /m);
    expect(out).to.match(/0 problems, 0 warnings\.\n$/);
    expect((await start()).join('')).to.not.include('the overridden operation');
  });

  it('lists the changes of an overridden operation, and the start logs them', async () => {
    await place.lectern('doctor', '--accept');
    const fields = "text: field.text('Another sentence.'), size: field.int('Size.')";
    replace('core/words/resources', words({ access: "requires: 'admin_words',", input: 'q: input.text()', fields }));
    const changed = await doctor();
    expect(changed.code).to.equal(1);
    const [finding] = found(changed, 'custom/resources/words.js');
    expect(finding).to.deep.include({ level: 'problem' });
    expect(finding?.fix).to.include('lectern doctor --accept');
    expect(finding?.details?.map((line) => line.replace(/\(it was .*/, '(...'))).to.deep.equal([
      'access was signed in, is admin_words',
      'answer.size is new (type: integer)',
      'input.limit is gone (...',
      'input.q is new (minLength: 1, maxLength: 255, type: string)',
    ]);
    const logs = (await start()).filter((line) => line.includes('has changed'));
    expect(logs).to.have.length(1);
    expect(logs[0]).to.include('"level":40').and.include('access was signed in, is admin_words');
    await place.lectern('doctor', '--accept');
    expect((await doctor()).problems).to.equal(0);
  });

  it('distinguishes a removed original from a removed override', async () => {
    await place.lectern('doctor', '--accept');
    const own = replace(
      'custom/resources',
      override('open: true, accepts: {}, returns: [raw],').replace('defineResource }', 'defineResource, raw }'),
    );
    replace('core/words/resources', words({ get: false }));
    const [gone] = found(await doctor(), own);
    expect(gone?.message).to.equal(
      'This file overrode GET /words/{id} of core/words/resources/words.js, which is gone.',
    );
    expect(gone?.level).to.equal('problem');
    rmSync(join(place.root, own));
    const [left] = found(await doctor(), 'custom/overrides.json');
    expect(left).to.deep.include({ level: 'warning', fix: 'Remove the record with: lectern doctor --accept' });
    write('custom/overrides.json', '{"GET /words/{id}": {"digest": "", "original": {}}}');
    expect(found(await doctor(), 'custom/overrides.json')[0]?.message).to.include('cannot be read');
  });

  it('warns of an override that opens a route', async () => {
    const own = replace('custom/resources', override('open: { weaker: true },'));
    const opened = found(await doctor(), own).find(({ message }) => message.includes('is open'));
    expect(opened).to.deep.include({
      level: 'warning',
      message: 'GET /api/words/{id} is open, but signed in in core/words/resources/words.js',
    });
  });

  it('names plugins that fail to load or to start', async () => {
    place.write({
      'plugins/late/module.json': manifest('late'),
      'plugins/late/services.js': `import { asValue } from 'lectern';
        export default { late: asValue({ start() { throw new Error('The printer is out of paper.'); } }) };`,
      'plugins/broken/module.json': '{',
    });
    const diagnosis = await doctor();
    expect(diagnosis.code).to.equal(1);
    expect(found(diagnosis, 'plugin late')[0]?.message).to.include('The printer is out of paper');
    const [broken] = found(diagnosis, 'plugin broken');
    expect(broken?.level).to.equal('problem');
    expect(broken?.fix).to.match(/^Correct plugins\/broken\/module\.json as .* lectern plugin disable broken$/);
    const off = await doctor({ DISABLED_PLUGINS: 'late,broken,typo' });
    expect(off.problems).to.equal(0);
    expect(found(off, 'plugins')[0]?.details).to.deep.equal(['late', 'broken']);
    expect(found(off, 'plugins.disabled')[0]?.message).to.include('there is no plugin "typo"');
  });

  it('reports the faulty contributions that the start logs', async () => {
    const problem = "The job 'tides' of module 'tides' does not run: there is no such zone; write Europe/Berlin.";
    place.write({
      'plugins/tides/module.json': manifest('tides'),
      'plugins/tides/services.js': `
        import { asFunction } from 'lectern'; const ready = (logger) => () => logger.error({ contributor: 'tides' }, ${JSON.stringify(problem)});
        export default { tides: asFunction(({ logger }) => ({ ready: ready(logger) })) };`,
    });
    expect(found(await doctor(), 'module tides')).to.deep.equal([
      { level: 'warning', topic: 'module tides', message: problem },
    ]);
  });

  it('reports an installation that cannot start', async () => {
    const away = await doctor({ DATABASE_URL: 'postgres://me:pa55word@127.0.0.1:9/none' });
    expect(away.code).to.equal(1);
    expect(found(away, 'database')[0]).to.deep.include({ level: 'problem' });
    expect(found(away, 'open routes')).to.have.length(1);
    expect(JSON.stringify(away)).to.not.include('pa55word');

    write('config/development.json', '{"prot": 1}');
    const wrong = await doctor();
    expect([wrong.code, wrong.problems]).to.deep.equal([1, 1]);
    expect(found(wrong, 'configuration')[0]?.message).to.include('"prot" is not a known key');
    write('config/development.json', '{}');

    const nonsense = replace('core/words/resources', 'nonsense(');
    const broken = await doctor();
    expect(broken.code).to.equal(1);
    expect(found(broken, 'start')[0]?.message).to.include(nonsense);
    expect(broken.skipped).to.deep.equal(['modules, routes, overrides and database: the modules cannot be assembled']);
  });

  it('names the settings that production refuses or warns of', async () => {
    write('config/production.json', '{"demo": true}');
    const production = { NODE_ENV: 'production', LOG_LEVEL: 'debug', LECTERN_ALLOW_EMBEDDED: 'true' };
    const { code, findings, skipped } = await doctor(production);
    const topics = (wanted: string) => findings.flatMap(({ level, topic }) => (level === wanted ? [topic] : []));
    expect(topics('warning')).to.include.members(['log.level', 'http.publicUrl']);
    expect(topics('problem')).to.deep.equal(['demo']);
    expect(code).to.equal(1);
    expect(skipped).to.deep.equal(['whether all services start: production refuses some settings']);
    expect((await doctor()).findings.map(({ topic }) => topic)).to.not.include('http.publicUrl');
  });
});
