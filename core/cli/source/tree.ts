import { readFileSync } from 'node:fs';
import { parseCode } from '../../hosting/loader/parse_code.mjs';

/** The parts of a node of Babel's syntax tree that searches use. */
export interface Node {
  readonly type: string;
  /** Start and end in characters, from 0. */
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

export class Source {
  readonly #text: string;
  readonly root: Node;

  /** @throws Error when the file cannot be read or parsed */
  constructor(path: string) {
    this.#text = readFileSync(path, 'utf8');
    const program: unknown = parseCode(this.#text, path);
    this.root = program as Node;
  }

  /** Line of a node's start, from 1. */
  lineOf({ start }: Node): number {
    return this.#text.slice(0, start).split('\n').length;
  }

  /** Text of the doc comment right before a node, on one line; empty without a doc comment. */
  commentOn(node: Node): string {
    return this.#comment(node)
      .replaceAll(/(?:\s*\n\s*\*?)+\s*/g, ' ')
      .trim();
  }

  /** Lines after `@example` in the doc comment right before a node; empty without an example. */
  exampleOn(node: Node): string {
    const [, example = ''] = /@example\s([^]*?)(?:\n\s*\* *@|$)/.exec(this.#comment(node)) ?? [];
    return example.replaceAll(/^ *\* ?/gm, '').trim();
  }

  #comment({ start }: Node): string {
    const before = this.#text.slice(0, start);
    return /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*(?:\/\/.*\n\s*)*(?:readonly\s+)?$/.exec(before)?.[1] ?? '';
  }

  /** Source text from the start of a node to the start of another. */
  textBetween({ start }: Node, next: Node): string {
    return this.#text.slice(start, next.start);
  }

  textOf({ start, end }: Node): string {
    return this.#text.slice(start, end);
  }
}

/** Yields a node and all nodes below it, outer nodes first. */
export function* nodesBelow(node: unknown): Generator<Node> {
  const waiting = [node];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (!isPart(next)) continue;
    if (typeof next['type'] === 'string') yield next as Node;
    waiting.push(...Object.values(next).reverse());
  }
}

/** Name of an identifier, or value of a string literal; undefined for other nodes, such as computed names. */
export function nameIn(node: unknown): string | undefined {
  const { name, value } = isPart(node) ? node : {};
  const text = name ?? value;
  return typeof text === 'string' ? text : undefined;
}

/** Whether a node is a call, also one in an optional chain, such as `events?.publish()`. */
export function isCall({ type }: Node): boolean {
  return type === 'CallExpression' || type === 'OptionalCallExpression';
}

function isPart(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
