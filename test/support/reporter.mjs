import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** The spec reporter of mocha. Also writes the counts and the failures as JSON to the file TEST_COUNTS_FILE, for `.ci/run`. */
export default class CountingReporter extends Mocha.reporters.Spec {
  /** @param {Mocha.Runner} runner @param {Mocha.MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    /** @type {string[]} */
    const pending = [];
    runner.on('pending', (test) => pending.push(`${test.file ?? ''} ${test.fullTitle()}`));
    /** @type {string[]} */
    const failed = [];
    runner.on('fail', (test, { message, stack }) =>
      failed.push(`${test.file ?? ''} ${test.fullTitle()}\n${stack ?? message}`),
    );
    runner.once('end', () => {
      const { passes, failures } = this.stats;
      const file = process.env.TEST_COUNTS_FILE;
      if (file) writeFileSync(file, JSON.stringify({ passes, failures, pending, failed }));
    });
  }
}
