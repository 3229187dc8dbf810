import type { Cluster } from './cluster.mjs';

const ERROR = 'E'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);

/** Resets the session, which all connections share: a broken connection may have left a transaction open. */
export async function resetSession(cluster: Cluster): Promise<void> {
  await queryCluster(cluster, 'ROLLBACK');
  await queryCluster(cluster, 'DISCARD ALL');
}

/** Sends one statement. @returns whether it succeeded */
export async function queryCluster(cluster: Cluster, sql: string): Promise<boolean> {
  const text = Buffer.from(`${sql}\0`);
  const head = Buffer.from([QUERY, 0, 0, 0, 0]);
  head.writeInt32BE(text.length + 4, 1);
  const answer = await cluster.exchange(Buffer.concat([head, text]));
  return !kindsOf(answer).includes(ERROR);
}

/** Message types of an answer. Each message starts with one byte for the type and four for the length. */
function kindsOf(answer: Uint8Array): number[] {
  const view = new DataView(answer.buffer, answer.byteOffset, answer.byteLength);
  const kinds: number[] = [];
  for (let at = 0; at < answer.length; at += 1 + view.getInt32(at + 1)) kinds.push(view.getUint8(at));
  return kinds;
}
