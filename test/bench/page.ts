import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';

/** Writes a page in `docs/`. */
export async function writePage(name: string, text: string): Promise<void> {
  const page = pathOf(name);
  const { code } = await format(page, text);
  writeFileSync(page, code);
}

/** Replaces a section of a page in `docs/`, or adds it at the end. */
export async function writeSection(name: string, title: string, text: string): Promise<void> {
  const heading = `\n## ${title}\n`;
  const [before = '', after = ''] = readFileSync(pathOf(name), 'utf8').split(heading);
  const next = after.indexOf('\n## ');
  await writePage(name, `${before}${heading}\n${text}\n${next < 0 ? '' : after.slice(next)}`);
}

/** Returns a section of a page in `docs/` with its heading: written by people, and kept by a run. */
export function keptSection(name: string, title: string): string {
  const [, after = ''] = readFileSync(pathOf(name), 'utf8').split(`\n## ${title}\n`);
  return `## ${title}\n${(after.split('\n## ')[0] ?? '').trimEnd()}`;
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
}

/** Returns the date, the versions and the machine of a measurement. */
export function circumstances(database: string): string {
  const [processor] = cpus();
  const machine = `${cpus().length} x ${processor?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const today = new Date().toISOString().slice(0, 10);
  return `**Node ${process.version}**; ${today}; ${database}; ${machine}; database, load and server on the same machine.`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
