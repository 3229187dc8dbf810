import { execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian packages of the programs that the suite starts. */
const packages: Readonly<Record<string, string>> = {
  initdb: 'postgresql',
  postgres: 'postgresql',
  pg_ctl: 'postgresql',
  pg_basebackup: 'postgresql',
  pg_dump: 'postgresql-client',
  pg_restore: 'postgresql-client',
  psql: 'postgresql-client',
  'redis-server': 'redis-server',
  pgbouncer: 'pgbouncer',
  nginx: 'nginx-light',
  haproxy: 'haproxy',
  apache2: 'apache2',
  promtool: 'prometheus',
  etcd: 'etcd-server',
  patroni: 'patroni',
  patronictl: 'patroni',
  pgbackrest: 'pgbackrest',
};

/**
 * Returns the path of a program: in PATH, in the Debian folder of the newest PostgreSQL, or in a folder `sbin`.
 * @throws Error with the program and its package
 */
export function toolPath(name: string): string {
  const found = places()
    .map((folder) => join(folder, name))
    .find(isProgram);
  if (found !== undefined) return found;
  const fix = packages[name] === undefined ? 'Install it' : `Install the package ${packages[name]} (apt-get install)`;
  throw new Error(`The tests need the program "${name}", which is nowhere to be found. ${fix}.`);
}

function places(): string[] {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return [...path, ...postgresFolders(), '/usr/sbin', '/usr/local/sbin'];
}

function postgresFolders(): string[] {
  const root = '/usr/lib/postgresql';
  try {
    const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(root, version, 'bin'));
  } catch {
    return [];
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** User for a server that refuses to run as root, such as PostgreSQL; empty when this process is not root. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** @throws Error when this process is root and the user does not exist */
export function accountOf(user: string): Account {
  if (process.getuid?.() !== 0) return {};
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch (cause) {
    const fix = `Add it (useradd ${user}), or run the suite as another user than root.`;
    throw new Error(`PostgreSQL refuses to run as root, and there is no user "${user}". ${fix}`, { cause });
  }
}
