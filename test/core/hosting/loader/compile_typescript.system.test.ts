import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { projectRoot } from '../../../support/platform.ts';

const program = `
  import { execFileSync } from 'node:child_process';
  import { compileTypeScript } from './core/hosting/loader/compile_typescript.mjs';
  const compiled = () => compileTypeScript('export const a: number = 1;', {}).code;
  const first = compiled();
  const listed = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  const [compiler] = listed.split('\\n').filter((line) => line.includes('esbuild'));
  process.kill(parseInt(compiler), 'SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 200));
  console.log(compiled() === first);`;

describe('The compiler of modules', () => {
  it('is started again after a signal has ended its process', () => {
    const args = ['--input-type=module', '-e', program];
    expect(execFileSync(process.execPath, args, { cwd: projectRoot, encoding: 'utf8' })).to.equal('true\n');
  });
});
