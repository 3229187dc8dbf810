import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { parsedFiles, usedInSources } from '../../../../core/devtools/uses/used_in_sources.ts';

describe('Uses in sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
  after(() => {
    rmSync(folder, { recursive: true });
  });
  const parsed = (source: string) => {
    writeFileSync(join(folder, 'source.ts'), source);
    return parsedFiles(folder);
  };
  const foreign = ['users', 'orders'];
  const tables: Record<string, Record<string, string>> = {
    "db.statement('select * from notes join users on users.id = notes.user_id')": { users: 'read' },
    'db.raw(`update orders set paid = ${paid}`)': { orders: 'write' },
    "db.table('users').where({ id }).update({ name })": { users: 'write' },
    "db.statement((q) => q('orders').select('id').leftJoin('users as owners', 'a', 'b'))": {
      orders: 'read',
      users: 'read',
    },
    "new Records(note, { table: 'users' })": { users: 'write' },
    "insertRow(db, 'orders', { id })": { orders: 'write' },
    'knex.raw(`create table notes (user_id bigint references users (id))`)': { users: 'read' },
    "knex.raw('create index notes_id on users (id)')": { users: 'write' },
    "use('users'); contributes('orders', X)": {},
  };
  for (const [source, expected] of Object.entries(tables)) {
    it(`finds tables of other modules: ${source}`, () => {
      const found: Record<string, string> = {};
      for (const { kind, name, access } of usedInSources(parsed(source), foreign))
        if (kind === 'tables' && found[name] !== 'write') found[name] = access ?? '';
      expect(found).to.deep.equal(expected);
    });
  }

  const uses: Record<string, readonly string[]> = {
    "import { readFile } from 'node:fs/promises'": ['files *'],
    "const fs = await import('fs')": ['files *'],
    "process.getBuiltinModule('fs')": ['files *'],
    "import type { Stats } from 'node:fs'": [],
    "import { spawn } from 'node:child_process'; spawn('ffmpeg', [])": ['processes ffmpeg'],
    "import { execFile } from 'child_process'; execFile(program)": ['processes *'],
    "fetch('https://api.example.com/x')": ['hosts api.example.com'],
    'fetch(`https://api.example.com:8443/${id}`)': ['hosts api.example.com'],
    'fetch(url)': ['hosts *'],
    'askServer(config.url, {}, Away)': ['hosts *'],
    'process.env.NAME': ['environment NAME'],
    "process.env['NAME']": ['environment NAME'],
    'const { A, B: b } = process.env': ['environment A', 'environment B'],
    'process.env[name]': ['environment *'],
    'start(process.env)': ['environment *'],
  };
  for (const [source, expected] of Object.entries(uses)) {
    it(`finds what the process is used for: ${source}`, () => {
      const found = usedInSources(parsed(source), foreign).map(({ kind, name }) => `${kind} ${name}`);
      expect(found).to.deep.equal(expected);
    });
  }
});
