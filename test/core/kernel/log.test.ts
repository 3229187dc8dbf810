import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { createLogger, loggerOf } from '../../../core/kernel/log.ts';
import { isForTerminal, TerminalLines } from '../../../core/kernel/terminal_lines.ts';
import { Installation } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';

const log = { level: 'info', format: 'auto', keptBytes: 1_000 };

describe('Log lines', () => {
  it('name their module once, also where a field has that name', () => {
    const lines: string[] = [];
    const logger = createLogger({ log, environment: 'test' }, { write: (line) => void lines.push(line) });
    loggerOf('articles', logger).info({ module: 'vip', id: 1 }, 'done');
    expect(lines.join('').match(/"module":"articles"/g)).to.have.length(1);
    expect(lines.join('')).to.not.include('vip');
    expect(lines.join('')).to.include('"id":1');
  });

  it('are for people on a terminal only, and JSON in production or when asked for', () => {
    const terminal = { format: 'auto', isTerminal: true, environment: 'development' };
    expect(isForTerminal(terminal)).to.equal(true);
    for (const other of [{ isTerminal: false }, { environment: 'production' }, { format: 'json' }])
      expect(isForTerminal({ ...terminal, ...other }), JSON.stringify(other)).to.equal(false);
  });

  it('show people time, level, module, message, further fields and the stack; no control characters', () => {
    let text = '';
    const output = new TerminalLines({ write: (part) => void (text += part), end: () => undefined }, false);
    const time = new Date(2026, 0, 31, 8, 5, 9).getTime();
    const line = { level: 50, time, module: 'vip', port: 3000, msg: 'Port 3000\u001b[2J\nis taken', id: 'a' };
    output.write(`${JSON.stringify({ ...line, err: { stack: 'Error: no\n    at x' } })}\n{"level":30,"msg":"ok"}\n`);
    expect(text.split('\n')).to.deep.equal([
      '08:05:09 error [vip] Port 3000 is taken id=a',
      '    Error: no',
      '        at x',
      'Invalid  info  ok',
      '',
    ]);
  });

  it('of the built program are for people on a terminal, and JSON in a pipe', async function () {
    this.timeout(120_000);
    const installation = new Installation();
    const start = `"${process.execPath}" dist/core/cli/main.js --root ${installation.root} start`;
    const env = { PATH: process.env['PATH'], NODE_ENV: 'development', NO_COLOR: '1', PORT: '0' };
    const first = async (file: string, ...args: string[]) => {
      const child = spawn(file, args, { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      child.kill('SIGTERM');
      await once(child, 'close');
      return line;
    };
    expect(await first('script', '-qec', start, '/dev/null')).to.match(/^\d\d:\d\d:\d\d info +Lectern is ready at/);
    expect(await first('/bin/sh', '-c', `exec ${start}`)).to.match(/^\{"level":30,.*"msg":"Lectern is ready at/);
    await installation.clear();
  });
});
