import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { BufferedOutput } from '../../../../../core/hosting/telemetry/log/log.ts';
import { LogOutput } from '../../../../../core/hosting/telemetry/log/log_output.ts';
import { eventually } from '../../../../support/eventually.ts';

describe('Log lines of requests', () => {
  let folder: string;
  let pipe: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-lines-'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    pipe = openSync(join(folder, 'pipe'), constants.O_RDWR | constants.O_NONBLOCK);
  });
  afterEach(() => {
    closeSync(pipe);
    rmSync(folder, { recursive: true });
  });

  const read = () => {
    const buffer = Buffer.alloc(1_000_000);
    try {
      return buffer.toString('latin1', 0, readSync(pipe, buffer));
    } catch {
      return '';
    }
  };

  it('wait for a slow reader, and are dropped and counted beyond a limit', async () => {
    const notes: string[] = [];
    const output = new LogOutput({ fd: pipe, keptBytes: 20_000, note: (problem) => notes.push(problem) });
    const lines = new BufferedOutput(output);
    process.off('exit', lines.end).off('exit', output.end);
    const line = `${'x'.repeat(999)}\n`;
    for (let index = 0; index < 2_000; index++) {
      lines.write(line);
      if (index % 50 === 0) await new Promise(setImmediate);
    }
    expect(output.dropped).to.be.within(100, 1_990);
    let got = '';
    await eventually(async () => {
      got += read();
      expect(got.match(/x\n/g)).to.have.length(2_000 - output.dropped);
      expect(got).to.match(/dropped/);
    });
    const told = got.split('\n').filter((one) => one.startsWith('{'));
    expect(told.map((one) => (JSON.parse(one) as { lines: number }).lines)).to.deep.equal([output.dropped]);
    expect(got.replace(`${told[0]}\n`, '')).to.equal(line.repeat(2_000 - output.dropped));
    expect(notes).to.deep.equal(['EAGAIN']);
  });
});
