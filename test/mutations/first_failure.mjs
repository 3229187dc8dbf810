import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import Mocha from 'mocha';

/** A mocha reporter: writes the name of the first failed test to the file named by FIRST_FAILURE_FILE. */
export default class FirstFailure extends Mocha.reporters.Spec {
  /** @param {Mocha.Runner} runner @param {Mocha.MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    const target = process.env.FIRST_FAILURE_FILE;
    runner.once('fail', (test) => {
      const file = relative(process.cwd(), test.file ?? test.parent?.file ?? '');
      if (target) writeFileSync(target, `${file}: ${test.fullTitle()}`);
    });
  }
}
