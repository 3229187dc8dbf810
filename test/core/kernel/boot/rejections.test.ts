import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { projectRoot } from '../../../support/platform.ts';
import { manifest } from '../../../support/installation.ts';
import { installations, opening, saying } from './support.ts';

// In a process of its own: mocha takes a rejection that nobody handles for a failed test.
const program = `
  const { createKernel } = await import('lectern');
  const logged = (words) => new Promise((resolve) => lines.push((line) => line.includes(words) && resolve(line)));
  const lines = [];
  const logTo = { write: (line) => { for (const hear of lines) hear(line); } };
  const kernel = await createKernel({ root: process.argv[1], env: { NODE_ENV: 'test', PORT: '0' }, logTo });
  const url = await kernel.listen();
  const line = logged('a rejected promise was not handled');
  await fetch(url + '/api/plugins/a/timers', { method: 'POST' });
  console.log(await line);
  const answer = await fetch(url + '/api/plugins/b/greetings');
  console.log('ANSWER ' + answer.status);
  await kernel.stop();
`;

/** Runs the program in an installation. @returns its lines and its exit code */
async function run(root: string): Promise<{ lines: string[]; code: number }> {
  const loader = `${projectRoot}/core/kernel/boot/from_source.mjs`;
  const child = spawn(process.execPath, ['--import', loader, '--input-type', 'module', '--eval', program, root], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 15_000,
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
  return { lines: output.split('\n'), code };
}

describe('A rejected promise that nobody handles', () => {
  const install = installations();

  for (const thrown of [`new Error('lost')`, `'lost'`]) {
    it(`with ${thrown} leaves the process alive, and the log names the plugin`, async () => {
      const { root } = install({
        'plugins/a/module.json': manifest('a'),
        'plugins/a/resources/timers.js': `${opening}
          export default defineResource('/plugins/a/timers', {
            add: {
              open: true,
              returns: [raw],
              run: () => { setTimeout(() => { void Promise.reject(${thrown}); }, 1); return true; },
            },
          });`,
        'plugins/b/module.json': manifest('b'),
        'plugins/b/resources/greetings.js': saying('hello', '/plugins/b/greetings'),
      });
      const { lines, code } = await run(root);
      expect(lines).to.include('ANSWER 200');
      expect(code).to.equal(0);
      expect(lines[0]).to.include('"module":"a"').and.include('lost');
    });
  }
});
