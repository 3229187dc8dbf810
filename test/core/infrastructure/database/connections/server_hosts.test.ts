import { expect } from 'chai';
import type { Connection } from '../../../../../core/infrastructure/database/connections/connection.ts';
import { ServerHosts } from '../../../../../core/infrastructure/database/connections/server_hosts.ts';

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
