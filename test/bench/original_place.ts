import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Runtime } from 'node:inspector';

type CodePlace = Pick<Runtime.CallFrame, 'url' | 'lineNumber' | 'columnNumber'>;

const maps = new Map<string, SourceMap | undefined>();

/** Returns the source file of a function of the compiled program, whose files are bundles. */
export function originalFile({ url, lineNumber, columnNumber }: CodePlace): string {
  if (!maps.has(url)) maps.set(url, mapOf(url));
  const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
  return entry && 'originalSource' in entry ? new URL(entry.originalSource, url).href : url;
}

function mapOf(url: string): SourceMap | undefined {
  if (!url.startsWith('file:') || !existsSync(`${fileURLToPath(url)}.map`)) return undefined;
  return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')) as never);
}
