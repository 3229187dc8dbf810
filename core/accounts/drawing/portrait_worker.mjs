// Draws a portrait in three sizes, in a worker thread: decoding takes time and memory, and pictures can be hostile.
import { parentPort, workerData } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';

const LARGE = 200;
const sizes = { small: 48, middle: 120, large: LARGE };

/** @type {{ bytes: Uint8Array, type: string, degrees: number }} */
const { bytes, type, degrees } = workerData;

/**
 * Crops a picture to a centred square, and draws the square.
 * @param {string} address data URL of the picture
 * @param {number} size side of the square in pixels
 * @param {number} turn clockwise degrees
 */
function square(address, size, turn) {
  const image =
    `<image width="${LARGE}" height="${LARGE}" preserveAspectRatio="xMidYMid slice" href="${address}" ` +
    `transform="rotate(${turn} ${LARGE / 2} ${LARGE / 2})"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LARGE} ${LARGE}">${image}</svg>`;
  const drawing = new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: size } });
  return drawing.render();
}

/** @param {Uint8Array} data @param {string} media */
const dataUrl = (data, media) => `data:${media};base64,${Buffer.from(data).toString('base64')}`;

const large = square(dataUrl(bytes, type), sizes.large, degrees);
// A picture that cannot be decoded results in transparent pixels only.
const isEmpty = large.pixels.every((value) => value === 0);
const png = large.asPng();
const smaller = (/** @type {number} */ size) => square(dataUrl(png, 'image/png'), size, 0).asPng();
const drawn = isEmpty ? undefined : { small: smaller(sizes.small), middle: smaller(sizes.middle), large: png };
/** @type {import('node:worker_threads').MessagePort} */ (parentPort).postMessage(drawn);
