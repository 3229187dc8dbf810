import { inspect } from 'node:util';
import { expect } from 'chai';
import { DatabaseUnavailable } from '../../../../core/infrastructure/database/index.ts';
import { prepared, started } from '../../../support/started.ts';
import { DatabaseFixture, embedded, failureOf, limitsOf, whileBusy } from './support.ts';

describe('Database', () => {
  const place = started(() => DatabaseFixture.make());

  const database = prepared(() => place.start());

  before(async () => {
    await database.raw('create table items (id int8 primary key, name text, price numeric(10,2) check (price >= 0))');
    await database.raw('create unique index items_name on items (name)');
  });

  it('keeps 64-bit integers and numerics exact, as text', async () => {
    await database.table('items').insert({ id: '9007199254740993', name: 'big', price: '9.90' });
    const row = await database.table('items').where('name', 'big').first();
    expect(row).to.deep.equal({ id: '9007199254740993', name: 'big', price: '9.90' });
  });

  it('returns 0 for a deletion without matching rows', async () => {
    expect(await database.table('items').where('name', 'nobody').delete()).to.equal(0);
  });

  it('passes constraint violations on with code and constraint', async () => {
    await database.table('items').insert({ id: 1, name: 'one' });
    const twice = await failureOf(database.table('items').insert({ id: 2, name: 'one' }));
    expect(twice).to.include({ code: '23505', constraint: 'items_name' });
    const negative = await failureOf(database.table('items').insert({ id: 2, price: -1 }));
    expect(negative).to.include({ code: '23514', constraint: 'items_price_check' });
  });

  it('keeps values out of error messages', async () => {
    const failure = await failureOf(database.table('nowhere').insert({ password: 'open sesame' }));
    expect(failure.message).to.contain('nowhere').and.not.contain('open sesame');
    // knex takes the operator `?` for a place to show a value in.
    const operator = await failureOf(database.raw("select '{}'::jsonb \\? 'a', ?::nowhere", ['open sesame']));
    expect(operator.message).to.contain('nowhere').and.not.contain('open sesame');
  });

  it('bounds error messages of statements with many values, and keeps their reason', async () => {
    const rows = Array.from({ length: 500 }, () => ({ id: 77, name: 'again' }));
    const { message } = await failureOf(database.table('items').insert(rows));
    expect(message).to.match(/^insert into "items" .*duplicate key value violates unique constraint "items_\w+"$/);
    expect(message.length).to.be.below(1_000);
  });

  it('passes check() while it runs', () => database.check());

  it('fails check() after two seconds if no connection is free', async () => {
    const failure = await whileBusy(database, 1, () => failureOf(database.check()));
    expect(failure).to.be.instanceOf(DatabaseUnavailable);
    expect(failure.message).to.contain('2000 ms');
  });

  it('waits 20 seconds in all by default', () => {
    const { acquireConnectionTimeout, queryLimit } = limitsOf(
      place.make({ acquireTimeoutMs: 0, statementTimeoutMs: 0 }),
    );
    expect(acquireConnectionTimeout + queryLimit()).to.equal(20_000);
  });
});

describe('Embedded database that is allowed in production', () => {
  const small = embedded(
    { allowEmbeddedInProduction: true, acquireTimeoutMs: 200, reservedConnections: 2 },
    'production',
  );

  before(() => small.start());
  after(() => small.stop());

  it('serves database.reserved without reserved connections', async () => {
    expect((await small.reserved.raw('select 1 as one')).rows).to.deep.equal([{ one: 1 }]);
    expect(small.reserved.reserved).to.equal(small.reserved);
  });

  it('explains a query outside of the transaction that holds the only connection', async () => {
    const failure = await whileBusy(small, 1, () => failureOf(small.raw('select 1')));
    expect(failure).to.be.instanceOf(DatabaseUnavailable);
    expect(failure.message).to.contain('a query was made outside the open transaction');
  });
});

describe('Database that is unavailable or misconfigured', () => {
  it('throws DatabaseUnavailable without a server, and hides the password', async () => {
    const lines: string[] = [];
    const note = (about: object, message: string) => void lines.push(inspect(about) + message);
    const database = embedded({ url: 'postgres://someone:sesame@127.0.0.1:1/none' });
    const failure = await failureOf(database.start());
    expect(failure).to.be.instanceOf(DatabaseUnavailable);
    expect(failure).to.include({ code: 'DATABASE_UNAVAILABLE', unavailable: true });
    expect(failure.cause).to.have.property('code', 'ECONNREFUSED');
    expect(failure.message).to.contain('ECONNREFUSED').and.contain('DATABASE_URL');
    note(failure, failure.message);
    note(database.knex.client, '');
    expect(lines.join()).to.not.contain('sesame');
    await database.stop();
  });

  it('rejects a malformed DATABASE_URL without repeating it', () => {
    for (const url of ['mysql://root:sesame@db/x', 'sesame']) {
      expect(() => embedded({ url }))
        .to.throw(/DATABASE_URL.*postgres:\/\//)
        .and.satisfy(lacks('sesame'));
    }
  });

  it('names database.start() in the error of a query before the start', async () => {
    const database = embedded({ dataDir: 'memory' });
    expect((await failureOf(database.raw('select 1'))).message).to.contain('kernel.start()');
    await database.stop();
  });

  it('refuses the embedded database in production', async () => {
    const failure = await failureOf(embedded({}, 'production').start());
    expect(failure.message).to.contain('DATABASE_URL').and.contain('LECTERN_ALLOW_EMBEDDED');
  });
});

const lacks = (word: string) => (error: Error) => !inspect(error).includes(word);
