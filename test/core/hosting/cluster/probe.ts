import { manifest, type Files } from '../../../support/installation.ts';

/** A plugin that says which process answers, and does to it what is asked. */
export const probe: Files = {
  'plugins/probe/module.json': manifest('probe'),
  'plugins/probe/resources/processes.js': `
import { defineResource, raw } from 'lectern';
import { setTimeout as sleep } from 'node:timers/promises';
export default defineResource('/plugins/probe/processes', {
  search: { open: true, returns: [raw], run: () => process.pid },
  get: { open: true, returns: [raw], run: (_services, { params }) => sleep(Number(params.id), process.pid) },
});`,
  'plugins/probe/resources/hangs.js': `
import { writeSync } from 'node:fs';
import { defineResource, raw } from 'lectern';
export default defineResource('/plugins/probe/hangs', {
  search: { open: true, returns: [raw], run: () => { for (writeSync(2, 'it hangs\\n'); ; ); } },
});`,
};

/** Asks over a connection of its own. */
export async function ask(url: string, path: string): Promise<string> {
  const answer = await fetch(`${url}${path}`, { headers: { Connection: 'close' } });
  return answer.text();
}

/** Which process answers. */
export async function pidOf(url: string): Promise<number> {
  return Number(await ask(url, '/api/plugins/probe/processes'));
}

/** The processes that answer, found out by asking many times at once: who is busy leaves the next one to others. */
export async function pidsOf(url: string, times = 16): Promise<number[]> {
  const slowly = '/api/plugins/probe/processes/20';
  const pids = await Promise.all(Array.from({ length: times }, async () => Number(await ask(url, slowly))));
  return [...new Set(pids)].sort((a, b) => a - b);
}

/** A figure of /metrics. */
export async function metric(url: string, name: string): Promise<number> {
  const lines = (await ask(url, '/metrics')).split('\n').filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
