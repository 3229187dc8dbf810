/**
 * Keeps the young generation at twice 16 MB, unless its size was given to Node: since Node 24, it grows to twice 64 MB.
 * V8 reads the limit of the size only at its start, but the factor at each growth. An idle process gives memory back, and
 * may grow again.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const LOOK_MS = 1_000;
/** Less than 16 MB, because V8 doubles the size, and does not count the heads of its pages. */
const LARGE_BYTES = 12 * 2 ** 20;

const isGiven = [process.env['NODE_OPTIONS'], ...process.execArgv].join(' ').includes('semi-space-size');
let factor = 2;

function look(): void {
  const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
  const size = young ? young.space_used_size + young.space_available_size : 0;
  const next = size < LARGE_BYTES ? 2 : 1;
  if (next !== factor) setFlagsFromString(`--semi-space-growth-factor=${next}`);
  factor = next;
}

if (!isGiven) setInterval(look, LOOK_MS).unref();
