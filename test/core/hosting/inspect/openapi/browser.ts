import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The browser of this machine: `CHROMIUM_PATH`, or one in the usual places. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  return (named ? [named] : usual).find((path) => existsSync(path));
}

export const noBrowser =
  'There is no browser to look at the reference page with: install the package "chromium" (apt-get install chromium), or name one in CHROMIUM_PATH.';

/** Starts the browser without requests of its own, so that every request is the page's. */
export function startBrowser(executablePath: string): Promise<Browser> {
  const args =
    '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
  return chromium.launch({ executablePath, args: args.split(' ') });
}

/** A page that records its requests and its errors. */
export interface WatchedPage {
  readonly page: Page;
  readonly requests: string[];
  readonly complaints: string[];
}

export async function openPage(browser: Browser): Promise<WatchedPage> {
  // Tall, because the reference page draws only the operations in view.
  const context = await browser.newContext({ viewport: { width: 1280, height: 4000 } });
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
  return { page, requests, complaints };
}
