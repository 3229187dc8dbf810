import { execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Program {
  readonly path: string;
  readonly major: number;
}

interface Wanted {
  /** Lowest usable major version: a program cannot read a server or a dump that is newer. */
  readonly server: number;
  /** Only folder to search; undefined to search PATH and the usual folders. */
  readonly folder: string | undefined;
}

/**
 * Finds a client program such as `pg_dump`, of the lowest major version that is usable.
 * @throws Error when the program is missing or too old
 */
export function programFor(name: string, { server, folder }: Wanted): Program {
  const found = foldersOf(folder).flatMap((one) => programAt(join(one, name)));
  const fitting = found.filter(({ major }) => major >= server).sort((a, b) => a.major - b.major);
  if (fitting[0]) return fitting[0];
  throw new Error(found[0] ? tooOld(name, found[0], server) : missing(name, server, folder));
}

function missing(name: string, server: number, folder: string | undefined): string {
  const where = folder ?? 'PATH, nor in the folders of the PostgreSQL packages';
  return `The program ${name} is not in ${where}. ${fix(server)}`;
}

function tooOld(name: string, { path, major }: Program, server: number): string {
  return `${path} is version ${major}, the server is version ${server}: ${name} has to be as new as the server. ${fix(server)}`;
}

function fix(server: number): string {
  return (
    `Install PostgreSQL's client programs of version ${server} (Debian: the package postgresql-client-${server} or ` +
    'postgresql-client), name their folder with --programs, or make the backup with lectern backup --portable, which needs no programs.'
  );
}

function foldersOf(folder: string | undefined): string[] {
  if (folder !== undefined) return [folder];
  const path = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const debian = entriesOf('/usr/lib/postgresql').map((version) => join('/usr/lib/postgresql', version, 'bin'));
  const redHat = entriesOf('/usr').filter((name) => name.startsWith('pgsql-'));
  return [...path, ...debian, ...redHat.map((name) => join('/usr', name, 'bin')), '/opt/homebrew/opt/libpq/bin'];
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function programAt(path: string): Program[] {
  try {
    accessSync(path, constants.X_OK);
    const text = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const [, major] = / (\d+)(\.|devel|beta|rc)/.exec(text) ?? [];
    return major === undefined ? [] : [{ path, major: Number(major) }];
  } catch {
    return [];
  }
}
