import { join } from 'node:path';
import { Installation } from '../../../../support/installation.ts';
import { projectRoot } from '../../../../support/platform.ts';
import { BuiltProgram } from '../../../cli/built_program.ts';

describe('The parser of HTML', () => {
  let place: Installation;
  let program: BuiltProgram;
  before(() => {
    place = new Installation();
    place.link(join(projectRoot, 'core'), 'core');
    program = new BuiltProgram(place.root, ['start'], { NODE_DEBUG: 'module' });
  });
  after(async () => {
    await program.end('SIGTERM');
    await place.clear();
  });

  it('is loaded by the start of a server', async () => {
    await program.prints(/looking for "sanitize-html"/);
  });
});
