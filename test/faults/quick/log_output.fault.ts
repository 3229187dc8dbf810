import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Installation } from '../../support/installation.ts';
import { figure, seconds } from '../support/figures.ts';
import { PlatformProcess } from '../support/platform_process.ts';
import { until } from '../support/until.ts';

const KEPT = 65_536;
/** The log lines of these requests exceed the buffer of the platform, and that of a pipe or a socket. */
const REQUESTS = 3_000;

describe('A server whose log cannot be written', () => {
  // The kernel alone writes the log; without modules, it starts fast.
  const installation = new Installation({ 'kept.json': JSON.stringify({ log: { keptBytes: KEPT } }) });
  let folder: string;
  let platform: PlatformProcess;
  const open: number[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-log-'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
  });
  afterEach(async () => {
    await platform.clear();
    for (const one of open.splice(0)) closeSync(one);
    rmSync(folder, { recursive: true });
  });
  after(() => installation.clear());

  function opened(path: string, flags: number): number {
    const file = openSync(path, flags);
    open.push(file);
    return file;
  }

  const pipe = (flags: number) => opened(join(folder, 'pipe'), flags);

  const start = async (stdout: number | 'unread') => {
    const args = ['--root', installation.root, 'start'];
    const env = { CONFIG_FILE: join(installation.root, 'kept.json') };
    platform = await PlatformProcess.start({ stdout, args, env });
  };

  /** Sends many requests. @returns the longest time to an answer, and the growth of the memory */
  async function ask(): Promise<{ longest: number; grown: number }> {
    await askFor(REQUESTS / 2);
    const before = await metric('process_resident_memory_bytes');
    const longest = await askFor(REQUESTS / 2);
    return { longest, grown: (await metric('process_resident_memory_bytes')) - before };
  }

  async function askFor(requests: number): Promise<number> {
    let longest = 0;
    for (let asked = 0; asked < requests; asked += 10) {
      const begun = performance.now();
      const answers = await Promise.all(Array.from({ length: 10 }, () => platform.fetch('/api/nothing')));
      await Promise.all(answers.map((answer) => answer.text()));
      for (const { status } of answers) expect(status).to.equal(404);
      longest = Math.max(longest, performance.now() - begun);
    }
    return longest;
  }

  async function metric(name: string): Promise<number> {
    const text = await (await platform.fetch('/metrics')).text();
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  }

  async function expectGoesOn(what: string, note: RegExp): Promise<void> {
    const { longest, grown } = await ask();
    const dropped = await metric('lectern_log_lines_dropped_total');
    figure(`${what}: longest of ${REQUESTS / 2} answers`, seconds(longest));
    figure(`${what}: memory grown, lines dropped`, `${(grown / 1e6).toFixed(1)} MB, ${dropped}`);
    expect(dropped).to.be.above(500);
    expect(platform.output.match(/Log lines are dropped/g)).to.have.length(1);
    expect(platform.output).to.match(note);
  }

  async function expectEnds(): Promise<void> {
    platform.signal('SIGTERM');
    expect(await platform.exited).to.equal(0);
  }

  it('answers and drops lines when the disk is full', async () => {
    await start(opened('/dev/full', constants.O_WRONLY));
    await expectGoesOn('full disk', /\(ENOSPC\): the disk is full/);
    await expectEnds();
  });

  it('answers and drops lines when the reader has closed the pipe', async () => {
    const reader = openSync(join(folder, 'pipe'), constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(join(folder, 'pipe'), constants.O_WRONLY);
    await start(writer);
    closeSync(writer);
    closeSync(reader);
    await expectGoesOn('closed pipe', /\(EPIPE\): their reader has closed the pipe/);
    await expectEnds();
  });

  it('answers and drops lines while the pipe is unread, and logs again when the pipe is read', async () => {
    const file = pipe(constants.O_RDWR | constants.O_NONBLOCK);
    await start(pipe(constants.O_WRONLY));
    await expectGoesOn('unread pipe', /their reader is too slow/);
    let read = '';
    await until(() => {
      const buffer = Buffer.alloc(1_000_000);
      read += buffer.toString('utf8', 0, readSync(file, buffer));
      expect(read).to.match(/log lines were dropped/);
    });
    for (const line of read.trimEnd().split('\n')) expect(() => JSON.parse(line) as unknown, line).not.to.throw();
  });

  it('answers and drops lines while the socket is unread, and exits with 0 on SIGTERM', async () => {
    await start('unread');
    await expectGoesOn('unread socket', /their reader is too slow/);
    await expectEnds();
  });
});
