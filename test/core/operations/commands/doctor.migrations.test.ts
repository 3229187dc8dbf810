import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { wordsInstallation, type Diagnosis } from '../../cli/words_fixture.ts';
import { shop, FixtureInstallation } from '../../cli/fixture_installation.ts';
import { started } from '../../../support/started.ts';

describe('lectern doctor', () => {
  const place = started(() => FixtureInstallation.makeMigrated(wordsInstallation));

  async function doctor() {
    const { code, out } = await place.lectern('doctor', '--json');
    return { code, ...(JSON.parse(out) as Omit<Diagnosis, 'code'>) };
  }
  const found = ({ findings }: Diagnosis, topic: string) => findings.filter((finding) => finding.topic === topic);

  it('examines migrations without applying them, and finds tables without a plugin', async () => {
    place.write(shop());
    const before = await doctor();
    expect(before.code).to.equal(0);
    const [pending] = found(before, 'migrations');
    expect(pending?.details).to.deep.equal(['001_goods of shop', '002_buyers of shop']);
    expect(before.skipped).to.deep.equal(['whether all services start: the database has to be consistent first']);
    expect((await place.lectern('migrate', 'up')).out).to.include('002_buyers');

    place.write({
      'plugins/shop/migrations/003_fails.js': `export const up = (knex) => knex.raw('select * from nowhere');`,
    });
    const failing = await doctor();
    expect(failing.code).to.equal(1);
    const [waiting, failure] = found(failing, 'migrations');
    expect(waiting?.message).to.equal('Pending migrations: 1.');
    expect(failure?.level).to.equal('problem');
    expect(failure?.message).to.include("'003_fails' of module 'shop' (plugins/shop/migrations/003_fails.js)");
    const [listed] = JSON.parse((await place.lectern('plugin', 'list', '--details', '--json')).out) as Record<
      string,
      string
    >[];
    expect(listed?.['state']).to.equal('set aside');
    expect(listed?.['reason']).to.include('plugins/shop/migrations/003_fails.js');
    rmSync(join(place.root, 'plugins/shop/migrations/003_fails.js'));

    const goods = readFileSync(join(place.root, 'plugins/shop/migrations/001_goods.js'), 'utf8');
    place.write({ 'plugins/shop/migrations/001_goods.js': `${goods}\nexport const changed = true;\n` });
    place.write({ 'plugins/shop/migrations/000_early.js': goods });
    rmSync(join(place.root, 'plugins/shop/migrations/002_buyers.js'));
    const broken = await doctor();
    expect(broken.code).to.equal(1);
    expect(found(broken, 'migrations').map(({ level, message }) => `${level} ${message}`)).to.deep.equal([
      'problem 001_goods of shop was changed after it was applied.',
      'problem 002_buyers of shop was applied, but its file is missing.',
      'problem 000_early of shop comes before a migration that is applied already.',
      'warning Pending migrations: 1.',
    ]);

    rmSync(join(place.root, 'plugins/shop'), { recursive: true });
    const orphaned = await doctor();
    expect(orphaned.code).to.equal(0);
    expect(found(orphaned, 'plugin shop')[0]).to.deep.include({
      level: 'warning',
      details: ['bought', 'buyers', 'goods'],
      fix: 'Put its folder back, or export and remove its data, in the console or with: lectern plugin purge shop',
    });
  });
});
