import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/platform.ts';

/** Ports of a node on this machine. */
export interface NodePorts {
  readonly postgres: number;
  readonly rest: number;
  readonly etcd: number;
  readonly peer: number;
}

/** Reads a file of `docs/deploy`. */
export function shipped(path: string): string {
  return readFileSync(join(projectRoot, 'docs/deploy', path), 'utf8');
}

/** Replaces a text of a file. @throws Error when the file does not have the text */
export function put(file: string, ...replaced: readonly (readonly [text: string | RegExp, by: string])[]): string {
  return replaced.reduce((text, [wanted, by]) => {
    const has = typeof wanted === 'string' ? text.includes(wanted) : text.search(wanted) >= 0;
    if (!has) throw new Error(`The file has no ${String(wanted)}; correct the drill.`);
    return text.replaceAll(wanted, by);
  }, file);
}

/** Replaces the addresses of the three nodes by ports of this machine. */
export function onThisMachine(file: string, nodes: readonly NodePorts[]): string {
  return nodes.reduce((text, { postgres, rest, etcd, peer }, index) => {
    const address = `10.0.0.1${index + 1}`;
    return text
      .replaceAll(`${address}:5432 port 8008`, `127.0.0.1:${postgres} port ${rest}`)
      .replaceAll(`${address}:5432`, `127.0.0.1:${postgres}`)
      .replaceAll(`${address}:8008`, `127.0.0.1:${rest}`)
      .replaceAll(`${address}:2379`, `127.0.0.1:${etcd}`)
      .replaceAll(`${address}:2380`, `127.0.0.1:${peer}`);
  }, file);
}

/** Turns a file of the node db1 into that of another node: lists of all nodes stay. */
export function ofNode(file: string, index: number): string {
  const lines = file.replace('name: db1', `name: db${index + 1}`).split('\n');
  return lines
    .map((line) => (line.includes(',') ? line : line.replaceAll('10.0.0.11', `10.0.0.1${index + 1}`)))
    .join('\n');
}
