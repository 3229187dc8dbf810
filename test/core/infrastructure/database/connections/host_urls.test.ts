import { expect } from 'chai';
import { connectionOf } from '../../../../../core/infrastructure/database/backup/program_connection.ts';
import { checkedHostUrls, hostUrls } from '../../../../../core/infrastructure/database/connections/host_urls.ts';

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
