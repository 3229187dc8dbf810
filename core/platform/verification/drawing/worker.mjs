// Draws captchas in a worker thread: a picture takes milliseconds, which would block the event loop.
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import svgCaptcha from 'svg-captcha';

const look = { width: 180, height: 60, fontSize: 60, noise: 4, background: '#d2cfc8' };

// The type declarations of `svg-captcha` omit that the export is a function that draws a given text.
const draw = /** @type {(text: string, options: object) => string} */ (/** @type {unknown} */ (svgCaptcha));
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

port.on('message', (/** @type {string} */ phrase) => {
  // The letters are paths, so no system font is needed.
  const svg = new Resvg(draw(phrase, look), { font: { loadSystemFonts: false } });
  // Copies the PNG to a separate buffer, which is transferred to the main thread without another copy.
  const png = new Uint8Array(svg.render().asPng());
  port.postMessage(png, [png.buffer]);
});
