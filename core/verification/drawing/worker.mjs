// Draws captchas in a thread of its own, because a picture takes some milliseconds that the event loop has not got.
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import svgCaptcha from 'svg-captcha';

const look = { width: 180, height: 60, fontSize: 60, noise: 4, background: '#d2cfc8' };

// Its types leave out that the package itself is the function that draws a given text.
const draw = /** @type {(text: string, options: object) => string} */ (/** @type {unknown} */ (svgCaptcha));
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

port.on('message', (/** @type {string} */ phrase) => {
  // Letters are drawn as paths, so no font of the system is needed.
  const svg = new Resvg(draw(phrase, look), { font: { loadSystemFonts: false } });
  // A copy with a buffer of its own, which is handed over.
  const png = new Uint8Array(svg.render().asPng());
  port.postMessage(png, [png.buffer]);
});
