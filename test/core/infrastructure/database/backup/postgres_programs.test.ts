import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { connectionOf } from '../../../../../core/infrastructure/database/backup/program_connection.ts';
import { programFor } from '../../../../../core/infrastructure/database/backup/postgres_programs.ts';

describe('PostgreSQL programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-programs-'));
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('are named with their package if missing or too old', () => {
    const wanted = { server: 15, folder };
    expect(() => programFor('pg_dump', wanted)).to.throw(/pg_dump is not in .*postgresql-client-15.*--portable/);
    writeFileSync(join(folder, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 13.9"\n');
    chmodSync(join(folder, 'pg_dump'), 0o755);
    expect(() => programFor('pg_dump', wanted)).to.throw(/is version 13, the server is version 15/);
    expect(programFor('pg_dump', { ...wanted, server: 12 }).major).to.equal(13);
  });

  it('get the password in PGPASSWORD, not on the command line', () => {
    const { address, env } = connectionOf('postgres://me:s%40crt@db:5433/x?sslmode=no-verify&password=other');
    expect(address).to.equal('postgres://me@db:5433/x?sslmode=require');
    expect(env['PGPASSWORD']).to.equal('other');
    expect(connectionOf('postgres://me:s%40crt@db/x').env['PGPASSWORD']).to.equal('s@crt');
    expect(Object.keys(env)).to.not.include('DATABASE_URL');
  });
});
