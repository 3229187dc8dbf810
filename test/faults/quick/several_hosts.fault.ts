import { expect } from 'chai';
import type { Database } from '../../../core/infrastructure/database/index.ts';
import { DatabaseFixture } from '../../core/infrastructure/database/support.ts';
import { figure, seconds } from '../support/figures.ts';
import { PrivatePostgres } from '../support/private_postgres.ts';
import { until } from '../support/until.ts';

const READ_ONLY = 'alter system set default_transaction_read_only = on';

describe('An address with two hosts', () => {
  let fixture: DatabaseFixture;
  let primary: PrivatePostgres;
  let standby: PrivatePostgres;
  let database: Database;

  before(async () => {
    primary = await PrivatePostgres.start();
    standby = await PrivatePostgres.standbyOf(primary);
    fixture = await DatabaseFixture.make();
    const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
    database = fixture.make({ url: `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write` });
    await database.raw('create table written (port int)');
  });
  after(async () => {
    await fixture.clear();
    await standby.clear();
    await primary.clear();
  });

  async function write(): Promise<number> {
    const { rows } = await database.raw<{ port: number }>(
      `insert into written values (current_setting('port')::int) returning port`,
    );
    return Number(rows[0]?.port);
  }

  it('leads to the primary, although the standby is named first', async () => {
    expect(await write()).to.equal(primary.port);
  });

  it('leads to the new primary once a write was refused with 25006 by the former one', async () => {
    await primary.query(READ_ONLY);
    await primary.query('select pg_reload_conf()');
    await standby.promote();
    await until(async () => {
      const [row] = await primary.query<{ state: string }>(`select current_setting('transaction_read_only') as state`);
      expect(row?.state).to.equal('on');
    });
    const refused = await write().catch((error: unknown) => error);
    expect(refused).to.have.property('name', 'DatabaseUnavailable');
    expect(refused).to.have.nested.property('cause.code', '25006');
    expect(await write()).to.equal(standby.port);
  });

  it('leads to the other host when one is killed', async () => {
    await primary.query('alter system reset default_transaction_read_only');
    await primary.query('select pg_reload_conf()');
    await standby.kill();
    const recovered = await until(async () => expect(await write()).to.equal(primary.port));
    figure('writes reach the other host after a kill', seconds(recovered));
    expect(recovered).to.be.below(4_000);
  });
});
