import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { Installation } from '../../../../support/installation.ts';
import { projectRoot } from '../../../../support/platform.ts';

describe('Log lines of the built program', () => {
  it('are text on a terminal, and JSON in a pipe', async () => {
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
