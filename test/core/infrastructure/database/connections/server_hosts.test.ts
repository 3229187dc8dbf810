import { expect } from 'chai';
import { connectionOf } from '../../../../../core/infrastructure/database/backup/program_connection.ts';
import type { Connection } from '../../../../../core/infrastructure/database/connections/connection.ts';
import {
  checkedHostUrls,
  hostUrls,
  ServerHosts,
} from '../../../../../core/infrastructure/database/connections/server_hosts.ts';

describe('The hosts of DATABASE_URL', () => {
  it('have one URL each, with the user, database and parameters of the address', () => {
    expect(
      checkedHostUrls('postgres://me:s%40@a:5433,[::1]:5434,c/db?target_session_attrs=primary&x=1,2'),
    ).to.deep.equal([
      'postgres://me:s%40@a:5433/db?target_session_attrs=primary&x=1,2',
      'postgres://me:s%40@[::1]:5434/db?target_session_attrs=primary&x=1,2',
      'postgres://me:s%40@c/db?target_session_attrs=primary&x=1,2',
    ]);
  });

  it('are one for an address without commas between hosts', () => {
    for (const url of ['postgres://me:a,b@c/db', 'postgresql:///db?host=/run', 'no address, but a text'])
      expect(hostUrls(url)).to.deep.equal([url]);
  });

  const refusals: Readonly<Record<string, string>> = {
    'postgres://me:secret@a,/db': 'empty host',
    'postgres://me:secret@a,:5432/db': 'empty host',
    'postgres://me:secret@,a': 'empty host',
    'postgres://me:secret@a:x,b/db': 'no PostgreSQL address',
    'mysql://me:secret@a,b/db': 'no PostgreSQL address',
    'postgres://me:secret@/db?host=a,b': 'no PostgreSQL address',
    'postgres://me:secret@a/db?host=b,c': 'list of hosts in its parameters',
    'postgres:///db?user=me&password=secret&port=1,2': 'list of hosts in its parameters',
    'postgres://me:secret@a,b/db?port=5433': 'parameter host or port',
    'postgres://me:secret@a,b/db?target_session_attrs=any': 'target_session_attrs',
    'postgres://me:secret@a/db?target_session_attrs=standby': 'target_session_attrs',
  };
  for (const [address, problem] of Object.entries(refusals))
    it(`are refused with a fix and without the password: ${address.replace('secret', '...')}`, () => {
      expect(() => checkedHostUrls(address))
        .to.throw(problem)
        .with.property('message')
        .that.includes('modules.database.url (DATABASE_URL)')
        .and.matches(/\. Write /)
        .and.does.not.include('secret');
    });

  it('reach pg_dump and pg_restore together, which take the one that accepts writes', () => {
    const { address, env } = connectionOf('postgres://me:s%40crt@a:5433,b/x?target_session_attrs=primary');
    expect(address).to.equal('postgres://me@a:5433,b/x?target_session_attrs=read-write');
    expect(env['PGPASSWORD']).to.equal('s@crt');
    expect(connectionOf('postgres://me@a/x').address).to.equal('postgres://me@a/x');
  });
});

describe('A connection to one of several hosts', () => {
  const address = 'postgres://me:secret@a:1,b:2,c:3/db';
  /** State of each host; others are not reachable. */
  let states: Readonly<Record<string, 'on' | 'off' | Error>>;
  let tried: string[];
  let closed: string[];
  let hosts: ServerHosts;

  beforeEach(() => {
    [tried, closed] = [[], []];
    hosts = ServerHosts.of(address, 900) as ServerHosts;
  });

  const open = ({
    connectionString,
    connectionTimeoutMillis,
  }: Record<'connectionString', string> & Record<'connectionTimeoutMillis', number>) => {
    const { host } = new URL(connectionString);
    expect(connectionTimeoutMillis, 'share of the time').to.equal(300);
    tried.push(host);
    const state = states[host] ?? new Error('connection refused');
    if (state instanceof Error) return Promise.reject(state);
    const rows = [{ transaction_read_only: state }];
    const end = () => Promise.resolve(closed.push(host));
    return Promise.resolve({ host, query: () => Promise.resolve({ rows }), end } as unknown as Connection);
  };
  const connect = async () => (await hosts.connect(open)).host;

  it('leads to the first reachable one that accepts writes, and closes those to read-only ones', async () => {
    states = { 'b:2': 'on', 'c:3': 'off' };
    expect(await connect()).to.equal('c:3');
    expect({ tried, closed }).to.deep.equal({ tried: ['a:1', 'b:2', 'c:3'], closed: ['b:2'] });
  });

  it('begins with the host of the last success', async () => {
    states = { 'b:2': 'off' };
    expect([await connect(), await connect()]).to.deep.equal(['b:2', 'b:2']);
    expect(tried).to.deep.equal(['a:1', 'b:2', 'b:2']);
  });

  it('leads to the new primary after a switch', async () => {
    states = { 'a:1': 'off', 'b:2': 'on' };
    expect(await connect()).to.equal('a:1');
    states = { 'a:1': 'on', 'b:2': 'off' };
    expect(await connect()).to.equal('b:2');
  });

  it('fails with the reasons of all hosts, without the password', async () => {
    states = { 'b:2': 'on' };
    const reasons = 'a:1: connection refused; b:2: read-only; c:3: connection refused';
    const error = await connect().catch((reason: unknown) => reason);
    expect(error).to.be.an('error').with.property('message').that.includes(reasons).and.does.not.include('secret');
  });

  it('fails with a refusal of the credentials at once, so that they are read again', async () => {
    const refusal = Object.assign(new Error('no such role'), { code: '28000' });
    states = { 'a:1': refusal, 'b:2': 'off' };
    expect(await connect().catch((reason: unknown) => reason)).to.equal(refusal);
    expect(tried).to.deep.equal(['a:1']);
  });

  it('is checked for writes with one host only on demand', () => {
    expect(ServerHosts.of('postgres://me@a/db', 900)).to.equal(undefined);
    expect(ServerHosts.of('postgres://me@a/db?target_session_attrs=read-write', 900)).to.be.instanceOf(ServerHosts);
  });
});
