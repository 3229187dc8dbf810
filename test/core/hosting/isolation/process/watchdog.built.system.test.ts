import { expect } from 'chai';
import { manifest } from '../../../../support/installation.ts';
import { Project } from '../../../../support/project.ts';
import { StartedProgram } from '../program.ts';

/**
 * Types before the loop, so that the lines of the compiled file differ from those of the source. The loop ends after the
 * test, so that no process stays behind when the test fails.
 */
const resource = `import { open, raw, resource, returns, type OpenCall } from 'lectern';

interface Params {
  readonly kind: string;
}

@resource('/plugins/loop/tasks', { item: 'kind' })
export default class Tasks {
  @open @returns(raw)
  get({ params }: OpenCall<Params>): number {
    return spin(params.kind.length);
  }
}

function spin(from: number): number {
  let turns = from;
  for (const end = Date.now() + 90_000; Date.now() < end;) turns += 1;
  return turns;
}
`;

describe('A built plugin with an endless loop, under npm start', function () {
  this.timeout(120_000);
  let project: Project;
  let program: StartedProgram | undefined;

  before(() => {
    project = new Project({
      'config/test.json': JSON.stringify({ guard: { blockedMs: 200 }, http: { drainTimeout: 1 } }),
      'plugins/loop/module.json': manifest('loop'),
      'plugins/loop/resources/tasks.ts': resource,
    });
    project.copyBuild();
    const { status, stderr } = project.node('core/cli/build/compile_modules.mjs');
    expect(status, stderr).to.equal(0);
  });
  after(async () => {
    await program?.kill();
    await project.clear();
  });

  /** Starts a program whose event loop is blocked. @returns the log line about this */
  async function block(): Promise<Record<string, unknown>> {
    program = new StartedProgram(project.root, { isSupervised: true, build: project.root });
    void fetch(`${await program.url()}/api/plugins/loop/tasks/x`).catch(() => undefined);
    return program.logged('has been blocked');
  }

  it('ends with its supervisor', async () => {
    await block();
    // Resolves when the server has closed its outputs, too.
    await program?.kill();
    // Less than the loop, at whose end the server would end anyway.
  }).timeout(60_000);

  it('is named by the line of its source, and SIGTERM ends the process with 1', async () => {
    expect(await block()).to.include({ module: 'loop', at: 'plugins/loop/resources/tasks.ts:17' });
    program?.signal('SIGTERM');
    expect(await program?.ended()).to.equal(1);
    expect(program?.errors).to.include('The server has not ended within 3001 ms');
  });
});
