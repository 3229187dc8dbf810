import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { PlannedMigration } from '../../../../../core/infrastructure/database/migrate/plan.ts';
import { planText } from '../../../../../core/infrastructure/database/migrate/plan_text.ts';
import { started } from '../../../../support/started.ts';
import { shop, FixtureInstallation } from '../../../cli/fixture_installation.ts';

const changes = [
  'create table shelves (id bigint primary key, goods_id bigint not null)',
  'create index shelves_goods_id on shelves (goods_id)',
  `alter table goods add column shelf text not null default '', add column weight int`,
  'alter table goods add column code text not null',
  'alter table goods add column seen timestamptz not null default clock_timestamp()',
  'alter table goods alter column price type numeric(14, 2)',
  'alter table goods alter column price set not null',
  'alter table goods add constraint goods_weight check (weight > 0) not valid',
  'alter table goods add constraint goods_price check (price > 0)',
  'create index goods_name on goods (name)',
  'create unique index goods_name_once on goods (name)',
  'create unique index goods_of_price on goods (price, id)',
  'alter table goods rename column name to title',
  `update goods set shelf = 'a'; delete from buyers where id = 0`,
  'drop view bought',
];

const written = (sql: readonly string[], more = '') => `${more}
  export async function up(knex) {
    ${sql.map((one) => `await knex.raw(${JSON.stringify(one)});`).join('\n    ')}
  }`;

describe('lectern migrate plan', () => {
  const place = started(() => FixtureInstallation.make(shop()));

  before(async () => {
    await place.createDatabase();
  });

  const planned = async (...more: string[]) => {
    const { code, out, err } = await place.lectern('migrate', 'plan', '--json', ...more);
    return { code, err, migrations: out === '' ? [] : (JSON.parse(out) as PlannedMigration[]) };
  };

  const findingsOf = (migrations: readonly PlannedMigration[]) =>
    migrations.flatMap(({ statements }) =>
      statements.map(({ sql, findings }) => `${sql.slice(0, 40)}: ${findings.map(({ kind }) => kind).join()}`),
    );

  it('lists the first migrations without breaking changes, and applies none', async () => {
    const { code, migrations } = await planned();
    expect(migrations.map(({ module, migration }) => `${module}/${migration}`)).to.include.members([
      'events/001_events',
      'shop/001_goods',
      'shop/002_buyers',
    ]);
    expect(migrations.every(({ failure }) => failure === undefined)).to.equal(true);
    expect(code).to.equal(0);
    const { out } = await place.lectern('migrate', 'status');
    expect(out)
      .to.match(/^shop +001_goods +pending$/m)
      .and.not.include('applied');
  });

  it('classifies each statement, and ends with 1 if one breaks running servers', async () => {
    await place.lectern('migrate', 'up');
    place.write({ 'plugins/shop/migrations/003_changes.js': written(changes) });
    const { code, migrations } = await planned();
    expect(findingsOf(migrations)).to.deep.equal([
      'create table shelves (id bigint primary : expand',
      'create index shelves_goods_id on shelves: expand',
      'alter table goods add column shelf text : expand,expand',
      'alter table goods add column code text n: breaks',
      'alter table goods add column seen timest: locks',
      'alter table goods alter column price typ: breaks,locks',
      'alter table goods alter column price set: breaks,locks',
      'alter table goods add constraint goods_w: expand',
      'alter table goods add constraint goods_p: breaks,locks',
      'create index goods_name on goods (name): locks',
      'create unique index goods_name_once on g: breaks,locks',
      'create unique index goods_of_price on go: locks',
      'alter table goods rename column name to : breaks',
      "update goods set shelf = 'a': data,locks",
      'delete from buyers where id = 0: data',
      'drop view bought: breaks',
    ]);
    expect(code).to.equal(1);
    const text = planText(migrations);
    expect(text).to.include('BREAKS  goods: the previous version fails: it may leave price null');
    expect(text).to.include('shop/003_changes: stop all of them first, or split the change into two releases.');
  });

  it('ends with 0 if the breaking migration exports a contract', async () => {
    rmSync(join(place.root, 'plugins/shop/migrations/003_changes.js'));
    place.write({
      'plugins/shop/migrations/003_shelf.js': written(['alter table goods add column shelf text']),
      'plugins/shop/migrations/004_contract.js': written(
        ['drop view bought'],
        `export const contract = 'since 1.1 nobody reads it';`,
      ),
    });
    const { code, migrations } = await planned();
    expect(migrations.map(({ contract }) => contract)).to.deep.equal([undefined, 'since 1.1 nobody reads it']);
    expect(findingsOf(migrations).at(-1)).to.equal('drop view bought: breaks');
    expect(code).to.equal(0);
    expect(planText([])).to.equal('Nothing is pending.');
  });

  it('names a failing migration, and one that was changed after it was applied', async () => {
    place.write({ 'plugins/shop/migrations/005_fails.js': written(['select 1', 'alter table nowhere add a int']) });
    const failing = await planned();
    expect(failing.migrations.at(-1)?.statements.map(({ sql }) => sql)).to.deep.equal(['select 1']);
    expect(failing.migrations.at(-1)?.failure).to.include("'005_fails' of module 'shop'").and.include('nowhere');
    expect(failing.code).to.equal(1);
    place.write({ 'plugins/shop/migrations/001_goods.js': written(['create table goods (id int)']) });
    const changed = await planned();
    expect(changed.err).to.include(
      'The migration 001_goods of shop was changed after it was applied; restore the file',
    );
    expect(changed.code).to.equal(1);
  });
});
