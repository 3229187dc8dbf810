import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The parts of a syntax tree node that searches use. */
export interface Node {
  readonly type: string;
  /** Start and end in bytes, from 1. Object properties have no span; their keys and values have one. */
  readonly span: { readonly start: number; readonly end: number };
  readonly [part: string]: unknown;
}

export class Source {
  readonly #bytes: Buffer;
  readonly root: Node;

  /** @throws Error when the file cannot be read or parsed */
  constructor(path: string) {
    this.#bytes = readFileSync(path);
    const syntax = /ts$/.test(path)
      ? ({ syntax: 'typescript', decorators: true } as const)
      : ({ syntax: 'ecmascript', decorators: true } as const);
    // Loaded on demand: the server is a command as well, and needs no parser in memory.
    const { parseSync } = require('@swc/core') as typeof import('@swc/core');
    const program: unknown = parseSync(this.#bytes.toString('utf8'), { ...syntax, target: 'es2022' });
    this.root = program as Node;
  }

  /** Line of a node's start, from 1. */
  lineOf({ span }: Node): number {
    let line = 1;
    for (let index = 0; index < span.start - 1; index++) if (this.#bytes[index] === NEW_LINE) line++;
    return line;
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

  #comment({ span }: Node): string {
    const before = this.#bytes.subarray(0, span.start - 1).toString('utf8');
    return /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*(?:\/\/.*\n\s*)*(?:readonly\s+)?$/.exec(before)?.[1] ?? '';
  }

  /** Source text from the start of a node to the start of another. */
  textBetween({ span }: Node, next: Node): string {
    return this.#bytes.subarray(span.start - 1, next.span.start - 1).toString('utf8');
  }

  textOf({ span }: Node): string {
    return this.#bytes.subarray(span.start - 1, span.end - 1).toString('utf8');
  }
}

const NEW_LINE = 10;

/** Yields a node and all nodes below it, outer nodes first. */
export function* nodesBelow(node: unknown): Generator<Node> {
  const waiting = [node];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (!isPart(next)) continue;
    if (isNode(next)) yield next;
    waiting.push(...Object.values(next).reverse());
  }
}

/** Name of an identifier, or value of a string literal; undefined for other nodes, such as computed names. */
export function nameIn(node: unknown): string | undefined {
  const { value } = isPart(node) ? node : {};
  return typeof value === 'string' ? value : undefined;
}

function isPart(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isNode(part: Readonly<Record<string, unknown>>): part is Node {
  return typeof part['type'] === 'string';
}
