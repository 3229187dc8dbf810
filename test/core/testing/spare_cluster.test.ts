import { expect } from 'chai';
import { clusters, queryCluster, type Cluster } from '../../../core/infrastructure/database/index.ts';
import { emptyCluster } from '../../support/empty_cluster.ts';
import { closeSpares, keepEmptyFor } from '../../support/empty_spares.ts';

describe('An in-memory cluster that a database leaves', () => {
  before(async () => {
    // Test files before this one leave spare clusters, too.
    await closeSpares();
    keepEmptyFor(10_000);
  });
  after(() => {
    keepEmptyFor();
  });

  /** Fills a cluster and leaves it. @returns the cluster, and the one that is opened next */
  async function leftWith(...statements: readonly string[]): Promise<{ left: Cluster; next: Cluster }> {
    const left = await clusters.open(undefined);
    for (const sql of statements) expect(await queryCluster(left, sql), sql).to.equal(true);
    await clusters.close(left, undefined);
    return { left, next: await clusters.open(undefined) };
  }

  it('is reused without the tables, views, types and functions of its user', async () => {
    const tables = ['create table one (id serial primary key)', 'create view two as select id from one'];
    const rest = [`create type kind as enum ('a')`, `create function f() returns int language sql return 1`, 'begin'];
    const { left, next } = await leftWith(...tables, ...rest);
    expect(next).to.equal(left);
    for (const sql of [...tables, ...rest]) expect(await queryCluster(next, sql), sql).to.equal(true);
    await queryCluster(next, 'rollback');
    await clusters.close(next, undefined);
  });

  it('is closed if other objects or settings are left in it', async () => {
    const cluster = await clusters.open(undefined);
    for (const [sql, undo] of [
      ['create role somebody', 'drop role somebody'],
      [`alter database postgres set application_name to 'left'`, 'alter database postgres reset all'],
    ] as const) {
      expect(await queryCluster(cluster, sql), sql).to.equal(true);
      expect(await emptyCluster(cluster), sql).to.equal(false);
      expect(await queryCluster(cluster, undo), undo).to.equal(true);
    }
    await clusters.close(cluster, undefined);
    const { left, next } = await leftWith('create schema other');
    expect(left).to.equal(cluster);
    expect(next).to.not.equal(left);
    await clusters.close(next, undefined);
  });
});
