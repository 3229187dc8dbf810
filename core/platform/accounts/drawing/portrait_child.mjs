// Draws portraits in three sizes, in a child process: a hostile picture may take time and memory, or crash the decoder.
import process from 'node:process';
import sharp from 'sharp';

/** @typedef {import('./portrait_process.ts').DrawingAnswer} DrawingAnswer */

const MIN_SIDE_PIXELS = 16;
const MAX_PIXELS = 16_777_216;
const CHECK_MS = 20;
const LARGE = 200;
const sizes = { small: 48, middle: 120 };

const [maxBytes = 0, maxCpuMs = 0] = process.argv.slice(2).map(Number);
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });

/** Checks the size in the header of a picture. @param {Uint8Array} bytes @returns {Promise<string | undefined>} */
async function problemOf(bytes) {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (Math.min(width, height) < MIN_SIDE_PIXELS) return `must be at least ${MIN_SIDE_PIXELS} pixels wide and high`;
  return width * height > MAX_PIXELS ? `must have at most ${MAX_PIXELS} pixels` : undefined;
}

/** Crops a picture to a centred square. Omits its metadata. @param {Uint8Array} bytes @param {number} side in pixels */
const square = (bytes, side) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .png()
    .toBuffer();

/** @param {Uint8Array} bytes */
async function drawn(bytes) {
  const large = await square(bytes, LARGE);
  return { small: await square(large, sizes.small), middle: await square(large, sizes.middle), large };
}

/** @param {Uint8Array} bytes @returns {Promise<DrawingAnswer>} */
async function answerTo(bytes) {
  try {
    const problem = await problemOf(bytes);
    return problem ? { problem } : { portrait: await drawn(bytes) };
  } catch {
    return { problem: 'must be a whole PNG or JPEG that can be decoded' };
  }
}

/** Ends the process at once. `process.exit` would wait for the decoder. */
const end = () => process.kill(process.pid, 'SIGKILL');

/** Ends the process above its limits. The decoder runs in other threads. @param {NodeJS.CpuUsage} before */
function checkLimits(before) {
  const { user, system } = process.cpuUsage(before);
  const isLarge = process.memoryUsage.rss() > maxBytes;
  if (!isLarge && user + system <= maxCpuMs * 1_000) return;
  const limit = isLarge ? `${maxBytes} bytes of memory` : `${maxCpuMs} ms of CPU time`;
  process.stderr.write(`The drawing needs more than ${limit}.`, end);
}

process.on('message', async (/** @type {Uint8Array} */ bytes) => {
  const check = setInterval(checkLimits, CHECK_MS, process.cpuUsage());
  const answer = await answerTo(bytes);
  clearInterval(check);
  process.send?.(answer);
});
process.on('disconnect', end);
// Signals of the terminal or the service manager reach all processes; the server ends this one after its last request.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => undefined);
