import { expect } from 'chai';
import { MeterRegistry } from '../../../../../core/hosting/telemetry/meters.ts';
import type { Database } from '../../../../../core/infrastructure/database/database.ts';
import { started } from '../../../../support/started.ts';
import { DatabaseFixture } from '../support.ts';

describe('The query watch', () => {
  const lines: { statement: string; ms: number; rows?: number; message: string }[] = [];
  const warn = (about: object, message: string) =>
    void lines.push({ ...(about as { statement: string; ms: number }), message });
  const logger = { info() {}, warn, error() {} };
  const meters = new MeterRegistry(logger as never);
  const place = started(() => DatabaseFixture.make());
  let database: Database;

  before(async () => {
    database = place.make({ slowQueryMs: 10 }, logger, meters);
    await database.start();
  });
  beforeEach(() => {
    lines.length = 0;
  });

  const figures = async () => {
    const text = await meters.registry.metrics();
    return (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  };

  const slow = () => database.raw('select pg_sleep(?), ?::text as word', [0.03, 'canary']);

  it('logs each slow statement with its text and without its values', async () => {
    await slow();
    const statement = database.statement<object, { s: number; word: string }>(
      'select pg_sleep(:s), :word::text\n  as word',
    );
    await database.transaction(() => statement.all({ s: 0.03, word: 'canary' }));
    const told = lines.filter((line) => line.statement.includes('pg_sleep'));
    expect(told.map((line) => line.statement)).to.deep.equal([
      'select pg_sleep($1), $2::text as word',
      'select pg_sleep($1), $2::text as word',
    ]);
    expect(told.map(({ rows }) => rows)).to.deep.equal([1, 1]);
    expect(told[0]!.ms).to.be.at.least(25);
    expect(told[0]!.message).to.include('modules.database.slowQueryMs');
    expect(JSON.stringify(lines)).to.not.include('canary');
  });

  it('shortens a long statement in the log', async () => {
    await database.raw(`select pg_sleep(0.03), ${Array.from({ length: 200 }, () => "'cut'").join(', ')}`);
    const { statement } = lines.find((line) => line.statement.includes("'cut'"))!;
    expect(statement)
      .to.match(/^select pg_sleep\(0\.03\), 'cut', .* \.\.\.$/)
      .and.have.length(304);
  });

  it('measures statements, waits for connections, and the state of the pool', async () => {
    const before = await figures();
    await database.table('pg_class').select('relname').limit(1);
    await database.transaction(async () => {
      const during = await figures();
      expect(during('lectern_database_connections{state="used"}'.replace(/[{}]/g, '\\$&'))).to.equal(1);
    });
    const now = await figures();
    const grown = (name: string) => now(name) - before(name);
    expect(grown('lectern_database_statement_seconds_count')).to.equal(1);
    expect(grown('lectern_database_acquire_seconds_count')).to.equal(2);
    expect(now('lectern_database_waiting_statements')).to.equal(0);
    expect(now('lectern_database_connections_max')).to.equal(1);
  });

  it('keeps the error of a failed statement, with the calling file in its stack', async () => {
    const broken = database.statement('select nothing_of_the_kind');
    const error = await broken.all().catch((thrown: unknown) => thrown as Error & { code: string });
    expect(error).to.include({ code: '42703' });
    expect((error as Error).stack).to.include('query_watch.test.ts');
  });
});
