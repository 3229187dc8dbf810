/**
 * Measures the processor time of a server without the console, with the console, and with one open page:
 *
 *     npm run idle_cost               60 seconds each
 *     npm run idle_cost -- 300        another number of seconds
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openPage } from '../../hosting/inspect/openapi/browser.ts';
import { BuiltServer } from '../../../support/built_server.ts';
import { projectRoot } from '../../../support/platform.ts';
import { signIn } from './open_console.ts';

const SETTLE_MS = 15_000;
const seconds = Number(process.argv[2] ?? 60);

/** Starts a server, and prints its processor time, in percent of one processor. */
async function measure(what: string, disabled: string, open: (url: string) => Promise<() => Promise<void>>) {
  const env = { NODE_ENV: 'development', DATA_DIR: 'memory', LOG_LEVEL: 'warn', DISABLED_PLUGINS: disabled };
  const server = new BuiltServer({ root: projectRoot, env });
  const url = await server.url();
  const close = await open(url);
  await sleep(SETTLE_MS);
  const before = await cpuSeconds(url);
  await sleep(seconds * 1_000);
  const used = (await cpuSeconds(url)) - before;
  await close();
  await server.stop();
  console.log(`${what}: ${((used / seconds) * 100).toFixed(2)} % of a processor`);
}

async function cpuSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

async function openHome(url: string): Promise<() => Promise<void>> {
  const { page, close } = await openPage();
  await page.goto(`${url}/console/`);
  await signIn(page, 'manager');
  return close;
}

const nothing = () => Promise.resolve(() => Promise.resolve());
await measure('without the console', 'console', nothing);
await measure('with the console', '', nothing);
await measure('with one open page', '', openHome);
process.exit(0);
