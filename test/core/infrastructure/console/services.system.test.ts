import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { shortLived } from '../../../support/engine_flags.mjs';
import { projectRoot } from '../../../support/platform.ts';

/** Starts the built platform in a process of its own; prints the files of the console that it has loaded. */
const program = `
  import { Session } from 'node:inspector';
  const session = new Session();
  session.connect();
  const loaded = [];
  session.on('Debugger.scriptParsed', ({ params: { url } }) => loaded.push(url));
  session.post('Debugger.enable');
  const { createKernel } = await import('lectern/host');
  const env = { NODE_ENV: 'test', PORT: '0', DATA_DIR: 'memory', LOG_LEVEL: 'fatal', ...process.env };
  const kernel = await createKernel({ root: process.cwd(), env });
  const url = await kernel.listen();
  const answers = {};
  for (const path of ['/console', '/api/console/readiness', '/readyz', '/healthz'])
    answers[path] = (await fetch(url + path)).status;
  await kernel.stop();
  const files = loaded.filter((one) => /\\/modules\\/console\\.js$|\\/core\\/console\\/|\\/preact\\/|\\/dist\\/pages\\//.test(one));
  console.log(JSON.stringify({ answers, files: files.length }));
  process.exit(0);
`;

function start(env: Readonly<Record<string, string>>) {
  const options = { cwd: projectRoot, encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } } as const;
  return JSON.parse(
    execFileSync(process.execPath, [...shortLived, '--input-type=module', '-e', program], options),
  ) as unknown;
}

describe('The module console', () => {
  it('is loaded and served by default', () => {
    const { answers, files } = start({}) as { answers: Record<string, number>; files: number };
    expect(answers).to.include({ '/console': 200, '/api/console/readiness': 401 });
    expect(files).to.equal(1);
  });

  it('has no route, no page and no loaded file when disabled', () => {
    expect(start({ DISABLED_PLUGINS: 'console' })).to.deep.equal({
      answers: { '/console': 404, '/api/console/readiness': 404, '/readyz': 200, '/healthz': 200 },
      files: 0,
    });
  });
});
