import { manifest, type Files } from '../../../support/installation.ts';

/** A plugin that answers the id of its process, at once or later, or blocks the event loop. */
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

/** Sends a GET request on a connection of its own. */
export async function ask(url: string, path: string): Promise<string> {
  const answer = await fetch(`${url}${path}`, { headers: { Connection: 'close' } });
  return answer.text();
}

/** Id of the process that answers. */
export async function pidOf(url: string): Promise<number> {
  return Number(await ask(url, '/api/plugins/probe/processes'));
}

/** Ids of the processes that answer many requests at once; a busy process leaves the next request to others. */
export async function pidsOf(url: string, times = 16): Promise<number[]> {
  const slowly = '/api/plugins/probe/processes/20';
  const pids = await Promise.all(Array.from({ length: times }, async () => Number(await ask(url, slowly))));
  return [...new Set(pids)].sort((a, b) => a - b);
}

/** Sum of a metric in /metrics over its labels. */
export async function metric(url: string, name: string): Promise<number> {
  const lines = (await ask(url, '/metrics')).split('\n').filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
