import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { makePlace, type Place } from '../../support/place.ts';
import { projectRoot } from '../../support/platform.ts';

describe('The command', function () {
  this.timeout(60_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-'));
  let place: Place;

  before(async () => {
    place = await makePlace();
  });

  after(async () => {
    await place.clear();
    rmSync(dataDir, { recursive: true, force: true });
  });

  function lectern(args: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess {
    const loader = ['--import', './core/kernel/boot/from_source.mjs', 'core/cli/main.ts'];
    // A database of the developer's own, named in the environment, is none of ours.
    const ours = { DATABASE_URL: '', DATA_DIR: dataDir, NODE_ENV: 'development', PORT: '0' };
    const database = 'DATABASE_URL' in place.env ? place.env : {};
    const env = { ...process.env, ...ours, ...database, ...more };
    return spawn(process.execPath, [...loader, ...args], { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  it('start says where it listens, answers, drains at SIGTERM and exits with 0', async () => {
    const child = lectern(['start']);
    const ended = outcomeOf(child);
    const url = await lineWith(child, /Lectern is ready at (http:\S+)/);
    const answer = await fetch(`${url}/api/settings/coin`);
    expect(await answer.json()).to.have.property('name', '学币');
    child.kill('SIGTERM');
    expect((await ended).code).to.equal(0);
  });

  it('start names a port that is taken, before anything else is done', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const untouched = join(dataDir, 'untouched');
    const taken = { PORT: String(port), DATA_DIR: untouched };
    for (const workers of ['1', '2']) {
      const { code, err } = await outcomeOf(lectern(['start', '--workers', workers], taken));
      expect(code).to.equal(1);
      expect(err).to.include(`Port ${port} of 127.0.0.1 is taken by another process, perhaps a Lectern already`);
      expect(err).to.include(`PORT=${port + 1} npm start`);
    }
    other.close();
    expect(existsSync(untouched)).to.equal(false);
  });

  for (const args of [['--help'], ['routes']]) {
    it(`${args.join(' ')} comes to its end when nobody reads on`, async () => {
      const child = lectern(args);
      child.stdout?.destroy();
      const { code, err } = await outcomeOf(child);
      expect(err).to.equal('');
      expect(code).to.equal(0);
    });
  }

  it('token prints a token and nothing else', async () => {
    const { code, out } = await outcomeOf(lectern(['token', 'student@example.com']));
    expect(out).to.match(/^[\w-]{43}\n$/);
    expect(code).to.equal(0);
  });

  it('token names a user who is not there', async () => {
    const { code, err } = await outcomeOf(lectern(['token', 'nobody']));
    expect(err).to.include('There is no user "nobody".');
    expect(code).to.equal(1);
  });

  it('demo loads the demo data once', async () => {
    const fresh = await makePlace();
    const more = { ...fresh.env, DATA_DIR: join(dataDir, 'fresh'), NODE_ENV: 'test' };
    const first = await outcomeOf(lectern(['demo'], more));
    expect(first.out).to.match(/^Loaded the demo data of [a-z_, ]*users[a-z_, ]*articles[a-z_, ]*\.\n$/);
    const second = await outcomeOf(lectern(['demo'], more));
    expect(second.out).to.equal('The demo data is there already.\n');
    await fresh.clear();
  });

  it('seed makes many rows of everything, as often as it is asked', async () => {
    const fresh = await makePlace();
    const more = { ...fresh.env, DATA_DIR: join(dataDir, 'seeded'), NODE_ENV: 'test' };
    await outcomeOf(lectern(['demo'], more));
    for (let time = 0; time < 2; time++) {
      const { out, code } = await outcomeOf(lectern(['seed', '--scale', '500'], more));
      expect(out).to.match(/^10 users\n/);
      expect(out).to.match(/^100 courses$/m);
      expect(out).to.match(/^500 articles$/m);
      expect(out).to.match(/^[1-9]\d* members of exercises$/m);
      expect(code).to.equal(0);
    }
    const refused = await outcomeOf(lectern(['seed', '--scale', 'many'], more));
    expect(refused.err).to.include('whole number');
    expect(refused.code).to.equal(2);
    await fresh.clear();
  });

  it('openapi prints the document', async () => {
    const { out } = await outcomeOf(lectern(['openapi']));
    expect(JSON.parse(out)).to.have.property('openapi', '3.1.0');
  });
});

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}

/** Waits for a line on standard output and answers the part of it that is in brackets. */
async function lineWith(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const [, found] = pattern.exec(out) ?? [];
      if (found !== undefined) resolve(found.replace(/"$/, ''));
    });
    child.once('close', () => {
      reject(new Error(`The process ended without the line; it said ${out}`));
    });
  });
}
