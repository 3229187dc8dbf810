// Adds up the results of the test runs of a CI run. Prints skipped and failed tests, and the totals as the last line.
// Exits with 1 after a failure, or when a run executed no test.
import { readFileSync } from 'node:fs';

const runs = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const sum = (/** @type {(run: typeof runs[0]) => number} */ count) => runs.reduce((all, run) => all + count(run), 0);
for (const test of runs.flatMap(({ pending }) => pending)) console.log(`Skipped: ${test}`);
for (const failure of runs.flatMap(({ failed }) => failed)) console.log(`Failed: ${failure}\n`);
const empty = runs.length === 0 || runs.some(({ passes, failures }) => passes + failures === 0);
if (empty) console.error('A test run executed no test; check the folders and filters that .ci/run passes to it.');
const failed = sum(({ failures }) => failures);
const skipped = sum(({ pending }) => pending.length);
console.log(`${sum(({ passes }) => passes)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed || empty ? 1 : 0);
