import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** The spec reporter of mocha. Also writes the counts as JSON to the file TEST_COUNTS_FILE, for `.ci/run`. */
export default class CountingReporter extends Mocha.reporters.Spec {
  /** @param {Mocha.Runner} runner @param {Mocha.MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    /** @type {string[]} */
    const pending = [];
    runner.on('pending', (test) => pending.push(`${test.file ?? ''} ${test.fullTitle()}`));
    runner.once('end', () => {
      const { passes, failures } = this.stats;
      const file = process.env.TEST_COUNTS_FILE;
      if (file) writeFileSync(file, JSON.stringify({ passes, failures, pending }));
    });
  }
}
