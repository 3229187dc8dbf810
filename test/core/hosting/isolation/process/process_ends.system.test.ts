import { spawnSync } from 'node:child_process';
import { expect } from 'chai';

const file = (path: string) => new URL(`../../../../../core/${path}`, import.meta.url).href;

/** Refuses calls that end the process, and makes one while the process ends. */
const program = `
  import { guardEnds } from '${file('hosting/isolation/process/process_ends.ts')}';
  guardEnds((call) => new Error('refused: ' + call));
  for (const name of ['exit', 'reallyExit']) {
    try {
      process[name](1);
    } catch (error) {
      console.log(error.message);
    }
  }
  process.on('exit', () => process.exit(3));
`;

describe('The end of a guarded process', () => {
  it('is refused before the exit event, and allowed in its listeners', () => {
    const loader = file('hosting/loader/from_source.mjs');
    const args = ['--import', loader, '--input-type=module', '--eval', program];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stdout).to.equal('refused: process.exit(1)\nrefused: process.reallyExit(1)\n');
    expect(status, stderr).to.equal(3);
  });
});
