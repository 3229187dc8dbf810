import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCommand } from '../../../support/command.ts';
import { Installation } from '../../../support/installation.ts';
import { projectRoot } from '../../../support/platform.ts';
import { Project } from '../../../support/project.ts';

describe('lectern new host', function () {
  this.timeout(60_000);
  const place = new Installation();
  const folder = join(place.root, 'My_Api');
  after(() => place.clear());

  it('writes a host that serves, and whose test passes', async () => {
    const { out, code } = await runCommand(place.root, 'new', 'host', folder);
    expect(code, out).to.equal(0);
    place.link(projectRoot, 'My_Api/node_modules/lectern');
    const project = new Project();
    try {
      const { status, stdout, stderr } = project.lectern('--root', folder, 'test', 'test');
      expect(status, stdout + stderr).to.equal(0);
      expect(stdout).to.match(/2 passing/);
    } finally {
      await project.clear();
    }
    const host = new Installation();
    host.copy(folder, '.');
    const { api } = await host.serve();
    await api.get('/api/greetings?name=Ann').expect(200, { text: 'Hello, Ann.' });
    await host.clear();
  });

  it('refuses a folder with files', async () => {
    mkdirSync(join(place.root, 'full/of'), { recursive: true });
    const { err, code } = await runCommand(place.root, 'new', 'host', join(place.root, 'full'));
    expect(code).to.equal(1);
    expect(err).to.match(/^Nothing was written, because .*full exists and is not empty; name a new folder\.\n$/);
  });
});
