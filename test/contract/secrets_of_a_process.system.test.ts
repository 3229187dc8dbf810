import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeTestDatabase, type TestDatabase } from '../support/test_database.ts';
import { projectRoot } from '../support/platform.ts';
import { BuiltProgram } from '../core/cli/built_program.ts';
import { StubProvider, type Asked } from '../core/platform/social_login/stub_provider.ts';
import { Life } from './life.ts';
import { makeWorld, providerPaths, rightAnswer, sectionsOf, shownIn } from './world.ts';

describe('Secrets of a server process', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
  const stub = new StubProvider();
  const world = makeWorld();
  const { canaries } = world;
  let place: TestDatabase;
  let printed: string;
  let processes: string;
  let code: number | string;
  let life: Life;

  before(async () => {
    place = await makeTestDatabase();
    const file = join(folder, 'config.json');
    writeFileSync(file, JSON.stringify({ demo: true, modules: sectionsOf(world, await stub.open()) }));
    const program = new BuiltProgram(projectRoot, ['start'], {
      LOG_LEVEL: 'trace',
      CONFIG_FILE: file,
      JWT_SECRET: world.jwtSecret,
      PAY_PASSWORD_KEY: world.payPasswordKey,
      LECTERN_SMS_PROVIDER: 'aliyun',
      LECTERN_SMS_ACCESS_KEY_ID: 'canary',
      LECTERN_SMS_ACCESS_KEY_SECRET: world.smsKey,
      ...place.env,
    });
    life = new Life({ url: await program.prints(/Lectern is ready at (http:[^\s"]+)/), ...world });
    stub.says(rightAnswer);
    await life.begin();
    await life.wakeUp();
    // The first run reaches the shipped limits; later runs exceed them.
    await life.live();
    for (const status of [200, 400]) {
      stub.says({ Code: 'isv.OUT_OF_SERVICE', Message: stub.asked.map(codeIn).join(' ') }, status);
      await life.live();
    }
    processes = commandLines(program.pid);
    program.signal('SIGTERM');
    code = await program.exited;
    printed = program.output;
    for (const sent of stub.asked.map(codeIn).filter(Boolean)) canaries.add('SMS code', sent);
  });
  after(async () => {
    await stub.close();
    await place.clear();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are sent in requests of all kinds, up to the limits', () => {
    expect(code, printed).to.equal(0);
    expect(life.statuses).to.include.members([200, 400, 401, 403, 422, 429, 503]);
    expect(stub.asked.map(({ path }) => path)).to.include.members(providerPaths);
    expect(stub.asked.filter(codeIn)).to.have.length.above(1);
    expect(printed).to.include('"route":"/sms_center"').and.include('The process stops');
  });

  it('are not printed on standard output or standard error', () => {
    expect(shownIn(printed.split('\n'), canaries)).to.deep.equal([]);
  });

  it('do not appear in the process list', () => {
    expect(processes).to.include('core/cli/main.js');
    expect(canaries.in(processes)).to.deep.equal([]);
  });

  it('do not appear in answers', () => {
    expect(life.problems).to.deep.equal([]);
  });
});

/** The code in a message that the SMS provider was asked to send. */
function codeIn({ form }: Asked): string {
  return (JSON.parse(form['TemplateParam'] ?? '{}') as { code?: string }).code ?? '';
}

/** Command lines of a process and its child processes, as `ps` shows them. */
function commandLines(pid: number): string {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const own = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return [own, ...children.map((child) => commandLines(Number(child)))].join('\n');
}
