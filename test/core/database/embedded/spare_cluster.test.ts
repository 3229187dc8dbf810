import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Cluster } from '../../../../core/database/embedded/cluster.mjs';
import { emptyCluster } from '../../../../core/database/embedded/empty_cluster.ts';
import { query } from '../../../../core/database/embedded/session.ts';
import {
  closeSpares,
  keepSpareFor,
  leaveInMemory,
  openOrTakeInMemory,
} from '../../../../core/database/embedded/spare_cluster.ts';
import { EMPTY_KEPT_MS, KEPT_MS } from '../../../support/idle.ts';

describe('An in-memory cluster that a database leaves', () => {
  before(async () => {
    // Test files before this one leave spare clusters, too.
    await closeSpares();
    keepSpareFor(KEPT_MS, 10_000);
  });
  after(() => {
    keepSpareFor(KEPT_MS, EMPTY_KEPT_MS);
  });

  /** Fills a cluster and leaves it. @returns the cluster, and the one that is opened next */
  async function leftWith(...statements: readonly string[]): Promise<{ left: Cluster; next: Cluster }> {
    const left = await openOrTakeInMemory(undefined);
    for (const sql of statements) expect(await query(left, sql), sql).to.equal(true);
    await leaveInMemory(undefined, left);
    return { left, next: await openOrTakeInMemory(undefined) };
  }

  it('is reused without the tables, views, types and functions of its user', async () => {
    const tables = ['create table one (id serial primary key)', 'create view two as select id from one'];
    const rest = [`create type kind as enum ('a')`, `create function f() returns int language sql return 1`, 'begin'];
    const { left, next } = await leftWith(...tables, ...rest);
    expect(next).to.equal(left);
    for (const sql of [...tables, ...rest]) expect(await query(next, sql), sql).to.equal(true);
    await query(next, 'rollback');
    await leaveInMemory(undefined, next);
  });

  it('is closed if other objects or settings are left in it', async () => {
    const cluster = await openOrTakeInMemory(undefined);
    for (const [sql, undo] of [
      ['create role somebody', 'drop role somebody'],
      [`alter database postgres set application_name to 'left'`, 'alter database postgres reset all'],
    ] as const) {
      expect(await query(cluster, sql), sql).to.equal(true);
      expect(await emptyCluster(cluster), sql).to.equal(false);
      expect(await query(cluster, undo), undo).to.equal(true);
    }
    await leaveInMemory(undefined, cluster);
    const { left, next } = await leftWith('create schema other');
    expect(left).to.equal(cluster);
    expect(next).to.not.equal(left);
    await leaveInMemory(undefined, next);
  });
});
