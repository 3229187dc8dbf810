import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { KEPT_MS } from '../../../support/idle.ts';

/** The first has no windows, and needs two thirds of the CPU of the others. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The browser of this machine: `CHROMIUM_PATH`, or one in the usual places. */
function findBrowser(): string {
  const named = process.env['CHROMIUM_PATH'];
  const found = (named ? [named] : usual).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    'There is no browser to look at pages with: install the package "chromium" (apt-get install chromium), or name one in CHROMIUM_PATH.',
  );
}

/** The browser of this process. Test files share it, each with a context of its own, because its start is slow. */
let browser: Promise<Browser> | undefined;
let openPages = 0;

async function endUnusedBrowser(): Promise<void> {
  if (openPages > 0) return;
  const unused = browser;
  browser = undefined;
  await (await unused)?.close();
}

/** Starts the browser without requests of its own, so that every request is the page's. */
function startBrowser(): Promise<Browser> {
  const args =
    '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
  return chromium.launch({ executablePath: findBrowser(), args: args.split(' ') });
}

/** A page that records its requests and its errors. */
export interface WatchedPage {
  readonly page: Page;
  readonly requests: string[];
  readonly complaints: string[];
  readonly close: () => Promise<void>;
}

export async function openPage(): Promise<WatchedPage> {
  openPages += 1;
  // Tall, because the reference page draws only the operations in view.
  const context = await (await (browser ??= startBrowser())).newContext({ viewport: { width: 1280, height: 4000 } });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  // Events of the context include those of workers and frames.
  context.on('request', (request) => requests.push(request.url()));
  context.on('weberror', (error) => complaints.push(String(error.error())));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  // A text, because it runs in the page, whose types the compiler does not know.
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    console.error('policy violated: ' + event.violatedDirective + ' ' + event.blockedURI);
  })`);
  const close = async () => {
    await context.close();
    openPages -= 1;
    setTimeout(endUnusedBrowser, KEPT_MS).unref();
  };
  return { page, requests, complaints, close };
}
