import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../support/platform.ts';

const programs = ['core/cli/launch.mjs', 'core/cli/prepare.mjs', 'dist/core/cli/main.js'];
/** Makes a program believe that it runs on an old Node. */
const old = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } })`;

/** Files that a program imports before its first line, itself included. */
function importedFirst(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path = ''] of text.matchAll(/(?:^|;)\s*import\b[^'"();]*["'](\.[^"']+)["']/gm))
    importedFirst(join(dirname(file), path), known);
  return known;
}

describe('On an old Node', () => {
  for (const program of programs) {
    it(`${program} ends with one line that says which one is needed`, () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', old, program, '--version'], {
        cwd: projectRoot,
        encoding: 'utf8',
      });
      expect(stdout + stderr).to.equal(
        'Lectern needs Node 20.19 or newer, and this is Node 18.20.8; install it from https://nodejs.org.\n',
      );
      expect(status).to.equal(1);
    });

    it(`${program} reaches that line before files that only a newer one understands`, () => {
      const files = [...importedFirst(join(projectRoot, program))];
      expect(files.filter((file) => file.includes('require_node') || file.includes('bundled'))).not.to.deep.equal([]);
      const size = files.reduce((sum, file) => sum + readFileSync(file).length, 0);
      expect(size, files.join('\n')).to.be.below(32_000);
    });
  }
});
