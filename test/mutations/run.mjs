/**
 * Plants faults in a private copy of the project, one at a time, and runs the tests that have to detect them.
 *
 *     node test/mutations/run.mjs                          all faults
 *     node test/mutations/run.mjs core/platform/coupons             the faults of a part or a file, or the fault with an id
 *     node test/mutations/run.mjs --ring behaviour         the faults of one ring
 *     node test/mutations/run.mjs --json                   the results as JSON
 *     node test/mutations/run.mjs --skip-baseline          without a first run of each part without a fault
 *
 * A fault is found when the tests fail or hang. The exit code is 1 when a fault survives, or cannot be tried: its text
 * is no longer in the source, or its tests fail without the fault.
 */
import { parseArgs } from 'node:util';
import { Copy } from './copy.mjs';
import { faults } from './faults.mjs';

/** @typedef {import('./planted.mjs').Fault} Fault */
/**
 * @typedef {{ fault: Fault, outcome: 'found' | 'hung' | 'survived' | 'not tried', seconds: number, by: string }} Result
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ring: { type: 'string' }, json: { type: 'boolean' }, 'skip-baseline': { type: 'boolean' } },
});

process.exitCode = await run().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});

/** @returns {Promise<number>} the exit code */
async function run() {
  const chosen = chosenFaults();
  const copy = new Copy();
  process.once('exit', () => copy.remove());
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1));
  /** @type {Result[]} */
  const results = [];
  for (const group of groupsOf(chosen)) results.push(...(await tryGroup(copy, group)));
  if (values.json) console.log(JSON.stringify(results.map(flat), null, 2));
  const missed = results.filter(({ outcome }) => outcome === 'survived' || outcome === 'not tried');
  console.error(`${results.length - missed.length} of ${results.length} faults found.`);
  for (const { fault, outcome } of missed) console.error(`${outcome}: ${fault.id} (${fault.file}): ${fault.says}`);
  return missed.length > 0 ? 1 : 0;
}

/** Returns the faults that the arguments select. @throws Error for an argument that selects no fault */
function chosenFaults() {
  const inRing = faults.filter((fault) => values.ring === undefined || ringOf(fault) === values.ring);
  if (inRing.length === 0)
    throw new Error(`The ring "${values.ring}" has no faults; use behaviour, servers or system.`);
  if (positionals.length === 0) return inRing;
  const named = positionals.flatMap((name) => {
    const found = inRing.filter((fault) => fits(fault, name.replace(/\/$/, '')));
    if (found.length === 0)
      throw new Error(`No fault has the id, the part or the file "${name}". The faults are in test/mutations/faults/.`);
    return found;
  });
  return [...new Set(named)];
}

/** @param {Fault} fault @param {string} name */
function fits(fault, name) {
  return fault.id === name || partsOf(fault).includes(name) || `${fault.file}/`.startsWith(`${name}/`);
}

/** Groups faults with the same tests, so that these run once without a fault. @param {readonly Fault[]} chosen */
function groupsOf(chosen) {
  /** @type {Map<string, Fault[]>} */
  const groups = new Map();
  for (const fault of chosen) {
    const key = [ringOf(fault), ...partsOf(fault)].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return groups.values();
}

/** @param {Copy} copy @param {readonly Fault[]} group @returns {Promise<Result[]>} */
async function tryGroup(copy, group) {
  const [first] = group;
  if (!first) return [];
  const baseline = values['skip-baseline'] ? undefined : await copy.run(ringOf(first), partsOf(first));
  /** @type {Result[]} */
  const results = [];
  for (const fault of group) {
    const by = `Without the fault, the tests do not pass: ${baseline?.by}`;
    const isSound = !baseline || baseline.ended === 'passed';
    const result = isSound ? await tryFault(copy, fault) : notTried(fault, by);
    if (!values.json) console.log(lineOf(result));
    results.push(result);
  }
  return results;
}

/** @param {Copy} copy @param {Fault} fault @returns {Promise<Result>} */
async function tryFault(copy, fault) {
  let restore;
  try {
    restore = copy.plant(fault);
  } catch (error) {
    return notTried(fault, error instanceof Error ? error.message : String(error));
  }
  try {
    const { ended, seconds, by } = await copy.run(ringOf(fault), partsOf(fault));
    const outcomes = /** @type {const} */ ({ passed: 'survived', failed: 'found', hung: 'hung' });
    return { fault, outcome: outcomes[ended], seconds, by };
  } finally {
    restore();
  }
}

/** @param {Fault} fault @param {string} by @returns {Result} */
function notTried(fault, by) {
  return { fault, outcome: 'not tried', seconds: 0, by };
}

/** @param {Result} result */
function lineOf({ fault, outcome, seconds, by }) {
  return `${outcome.padEnd(9)} ${seconds.toFixed(0).padStart(4)} s  ${fault.id.padEnd(40)} ${by}`;
}

/** @param {Result} result */
function flat({ fault: { id, file, says }, outcome, seconds, by }) {
  return { id, file, says, outcome, seconds: Math.round(seconds), by };
}

/** @param {Fault} fault */
function ringOf({ ring = 'behaviour' }) {
  return ring;
}

/** @param {Fault} fault */
function partsOf({ part }) {
  return typeof part === 'string' ? [part] : part;
}
