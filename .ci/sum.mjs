// Adds up the counts of the test runs, that on servers last, and prints the line that ends the CI run.
import { existsSync, readFileSync } from 'node:fs';

const runs = process.argv.slice(2).map((file) => {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  console.error('A run ended before its last test.');
  return { passes: 0, failures: 1, pending: [] };
});

// With servers at hand nothing may be skipped for want of one; such a test says so in its title or file name.
const wantsServer = /postgres|redis|\brace/i;
const unserved = runs.at(-1).pending.filter((/** @type {string} */ test) => wantsServer.test(test));
for (const test of unserved) console.error(`Skipped although PostgreSQL and Redis are up: ${test}`);

const sum = (/** @type {(run: typeof runs[0]) => number} */ count) => runs.reduce((all, run) => all + count(run), 0);
const empty = runs.some(({ passes, failures }) => passes + failures === 0);
if (empty) console.error('A run executed no test.');
const failed = sum((run) => run.failures) + unserved.length;
const skipped = sum((run) => run.pending.length) - unserved.length;
console.log(`${sum((run) => run.passes)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed || empty ? 1 : 0);
