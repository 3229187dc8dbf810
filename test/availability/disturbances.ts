import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../faults/support/until.ts';
import type { Cluster } from './cluster.ts';
import type { Shoppers } from './shoppers.ts';
import type { Site } from './site.ts';

/** Duration of the undisturbed period, of a cut network, and of the rest after each disturbance, in milliseconds. */
const CALM_MS = 15_000;
const CUT_MS = 40_000;
const REST_MS = 5_000;
const RECOVERED_MS = 90_000;

/** What a disturbance needs. */
export interface Scene {
  readonly cluster: Cluster;
  readonly site: Site;
  readonly shoppers: Shoppers;
}

interface Disturbance {
  readonly name: string;
  readonly cause: (scene: Scene) => Promise<unknown>;
}

/** A disturbance with its period, by `performance.now()`. */
export interface Disturbed {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Nodes that did not follow the new primary by themselves, and were copied anew. */
  readonly copied: readonly string[];
}

const disturbances: readonly Disturbance[] = [
  { name: 'none', cause: () => sleep(CALM_MS) },
  { name: 'switchover', cause: ({ cluster }) => cluster.switchover() },
  {
    name: 'PostgreSQL of the primary killed',
    cause: async ({ cluster, shoppers }) => {
      (await cluster.primary()).killPostgres();
      await written(shoppers);
    },
  },
  {
    name: 'machine of the primary lost',
    cause: async ({ cluster, shoppers }) => {
      const node = await cluster.primary();
      await node.killMachine();
      await written(shoppers);
      node.start();
    },
  },
  {
    name: 'machine of the primary cut off for 40 s',
    cause: async ({ cluster }) => {
      const node = await cluster.primary();
      node.freeze();
      await sleep(CUT_MS);
      node.thaw();
    },
  },
  {
    name: 'machine of the synchronous standby lost',
    cause: async ({ cluster, shoppers }) => {
      const node = await cluster.synchronous();
      await node.killMachine();
      await written(shoppers);
      node.start();
    },
  },
  {
    name: 'new version with a migration, one process after the other',
    cause: async ({ site, cluster }) => {
      await site.upgrade();
      const [row] = await cluster.query<{ badges: string }>('select count(*)::text as badges from badges_badges');
      if (Number(row?.badges) === 0) throw new Error('The migration of the new version has not run.');
    },
  },
];

/**
 * Causes the disturbances, one after the other; the next one begins when the cluster is healthy again.
 * @param only part of the names of those to cause; an empty text means all
 */
export async function disturb(scene: Scene, only: string): Promise<readonly Disturbed[]> {
  const all: Disturbed[] = [];
  for (const { name, cause } of disturbances.filter((one) => one.name.includes(only))) {
    const from = performance.now();
    await cause(scene);
    await written(scene.shoppers);
    await sleep(REST_MS);
    const copied = await scene.cluster.healed();
    await written(scene.shoppers);
    all.push({ name, from, to: performance.now(), copied });
    console.log(`${name}: ended after ${((performance.now() - from) / 1_000).toFixed(0)} s`);
  }
  return all;
}

/** Waits until new writes were acknowledged after a second in which running ones may have ended. */
async function written({ successes }: Shoppers): Promise<void> {
  await sleep(1_000);
  const before = successes.length;
  const check = () => {
    if (successes.length <= before + 20) throw new Error(`no writes for ${RECOVERED_MS / 1_000} s`);
  };
  await until(check, { timeout: RECOVERED_MS });
}
