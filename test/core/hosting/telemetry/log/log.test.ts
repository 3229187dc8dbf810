import { expect } from 'chai';
import { createLogger } from '../../../../../core/hosting/telemetry/log/log.ts';
import { loggerOf } from '../../../../../core/kernel/base/logger.ts';
import { isForTerminal, TerminalLines } from '../../../../../core/hosting/telemetry/log/terminal_lines.ts';

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

  it('have the message of a cause once', () => {
    const lines: string[] = [];
    const logger = createLogger({ log, environment: 'test' }, { write: (line) => void lines.push(line) });
    const cause = new Error('no table');
    logger.error({ err: new Error('The migration failed: no table. Fix it.', { cause }) }, 'set aside');
    logger.error({ err: new Error('The migration failed', { cause }) }, 'set aside');
    const messages = lines.map((line) => (JSON.parse(line) as { err: Error }).err.message);
    expect(messages).to.deep.equal(['The migration failed: no table. Fix it.', 'The migration failed: no table']);
  });

  it('are text on a terminal, but JSON in production or with the format "json"', () => {
    const terminal = { format: 'auto', isTerminal: true, environment: 'development' };
    expect(isForTerminal(terminal)).to.equal(true);
    for (const other of [{ isTerminal: false }, { environment: 'production' }, { format: 'json' }])
      expect(isForTerminal({ ...terminal, ...other }), JSON.stringify(other)).to.equal(false);
  });

  it('on a terminal have time, level, module, message, fields and stack, without control characters', () => {
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
});
