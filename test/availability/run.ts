/**
 * `npm run test:availability` disturbs a cluster of three PostgreSQL nodes with the files of `docs/deploy/patroni` below two
 * processes of the built program, while clients order and pay. Prints a table, and fails if an acknowledged write is
 * lost or was done twice. Then drops a table, and recovers it with pgBackRest. `-- --way haproxy` and `-- --way pgbouncer`
 * reach the primary through these programs, instead of several hosts in DATABASE_URL; `--only killed` causes only the
 * disturbances whose names contain the text. Debian packages: postgresql,
 * patroni, etcd-server, haproxy, pgbouncer, pgbackrest.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { projectRoot } from '../support/platform.ts';
import { readBooks, type Books } from './books.ts';
import { Cluster } from './cluster.ts';
import { commitCost } from './commit_cost.ts';
import { disturb, type Disturbed } from './disturbances.ts';
import { backUp, dropAndRecover } from './point_in_time.ts';
import { prepareShop } from './shop.ts';
import { Shoppers } from './shoppers.ts';
import { Site, ways, type Way } from './site.ts';

const run = promisify(execFile);
// Each process of the drill ends with this one.
process.setMaxListeners(50);
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));

const { values } = parseArgs({
  options: { way: { type: 'string', default: 'hosts' }, only: { type: 'string', default: '' } },
});
const way = ways.find((one) => one === values.way);
if (!way) throw new Error(`There is no way "${values.way}". Choose one of: ${ways.join(', ')}.`);
await drill(way, values.only);

async function drill(chosen: Way, only: string): Promise<void> {
  const cluster = await Cluster.start();
  try {
    await cluster.pgBackRest(await cluster.primary(), 'stanza-create');
    const shop = await prepareShop(cluster.url);
    const site = await Site.start(cluster, chosen);
    try {
      const shoppers = new Shoppers(site.url, shop);
      const all = await disturb({ cluster, site, shoppers }, only);
      const backupMs = await backUp(cluster);
      await shoppers.end();
      const books = await readBooks(cluster, shop);
      report(all, shoppers, books);
      await assertLedger(cluster.url);
      const { on, local } = await commitCost(cluster);
      console.log(`A small commit: ${on.toFixed(2)} ms with a synchronous standby, ${local.toFixed(2)} ms without.`);
      await site.clear();
      await recover(cluster, backupMs);
    } finally {
      await site.clear();
    }
  } finally {
    await cluster.clear();
  }
}

/** Prints the table. Sets the exit code when a write is lost or double. */
function report(all: readonly Disturbed[], shoppers: Shoppers, books: Books): void {
  const rows = all.map(({ name, from, to, copied }) => {
    const isWithin = (at: number | undefined) => at !== undefined && at > from && at <= to;
    const acknowledged = shoppers.purchases.filter(({ orderedAt, paidAt }) => isWithin(orderedAt) || isWithin(paidAt));
    return {
      disturbance: name,
      'seconds without a write': Number((shoppers.longestPause(from, to) / 1_000).toFixed(1)),
      'failed requests': shoppers.failures.filter(({ at }) => isWithin(at)).length,
      'acknowledged writes': shoppers.successes.filter(isWithin).length,
      lost: acknowledged.filter((one) => books.isLost(one)).length,
      double: acknowledged.filter((one) => books.isDouble(one)).length,
      'copied anew': copied.join(' '),
    };
  });
  console.table(rows);
  const reasons = new Map<string, number>();
  for (const { reason } of shoppers.failures) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  for (const [reason, count] of reasons) console.log(`${count} x ${reason}`);
  const wrong = [
    ...shoppers.purchases.filter((one) => books.isLost(one)).map(({ sn }) => `order ${sn} is acknowledged and lost`),
    ...shoppers.purchases.filter((one) => books.isDouble(one)).map(({ sn }) => `order ${sn} is double`),
    ...books.wrongBalances,
  ];
  for (const one of wrong) console.error(one);
  if (wrong.length > 0) process.exitCode = 1;
}

/** Drops a table, and recovers it to the second before. */
async function recover(cluster: Cluster, backupMs: number): Promise<void> {
  const { before, after, restoreMs, url, end } = await dropAndRecover(cluster);
  try {
    console.log(
      `Point-in-time recovery: backup in ${(backupMs / 1_000).toFixed(1)} s, recovery in ` +
        `${(restoreMs / 1_000).toFixed(1)} s, ${before} orders before the drop, ${after} after the recovery.`,
    );
    if (after !== before) throw new Error('The recovered table has other rows than before the drop.');
    await assertLedger(url);
  } finally {
    await end();
  }
}

/** Verifies the ledger with the command of the product. @throws Error with its output when a row is wrong */
async function assertLedger(url: string): Promise<void> {
  const program = join(projectRoot, 'dist/core/cli/main.js');
  const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: url };
  await run(process.execPath, [program, 'ledger:check', '--json'], { cwd: projectRoot, env });
}
