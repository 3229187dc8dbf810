import type { Kernel } from '../../hosting/internals.ts';
import {
  type CommandLineRequest,
  type CommandContext,
  type CommandIo,
  examples,
  OperationLines,
  quietKernel,
  readRequest,
  table,
} from '../../cli/index.ts';
import { explanationText, missingText } from '../explain/text.ts';
import type { RouteRow } from '../routes/rows.ts';

interface Options {
  readonly explain?: CommandLineRequest;
  readonly json?: boolean;
  readonly public?: boolean;
}

/** `lectern routes`: each route with its file, access, filter and overridden routes. */
export default function addRoutes({ program, io, root, boot }: CommandContext): void {
  program
    .command('routes')
    .description('List the routes of all layers, or explain the route of a request (exit code 1: there is none).')
    .option(
      '--explain <request>',
      'show the route of a request (a method and a path), why it answers, and its rules',
      readRequest,
    )
    .option('--public', 'list only what is open to callers without a credential')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('routes', 'routes --public --json', 'routes --explain "GET /api/articles/1"'))
    .action(async (options: Options) => {
      const kernel = await quietKernel(boot());
      const lines = new OperationLines(root());
      if (options.explain) await explained({ io, kernel, lines }, options.explain, options.json);
      else await listed({ io, kernel, lines }, options);
    });
}

interface Shown {
  readonly io: CommandIo;
  readonly kernel: Kernel;
  readonly lines: OperationLines;
}

async function explained({ io, kernel, lines }: Shown, asked: CommandLineRequest, json?: boolean): Promise<void> {
  const { explain } = await import('../explain/explain.ts');
  const found = explain(kernel, asked, lines);
  io.print(json, found, () => (found.found ? explanationText(found) : missingText(found)));
  if (!found.found && (found.status ?? 0) >= 400) io.exitCode = 1;
}

async function listed({ io, kernel, lines }: Shown, { json, public: open = false }: Options): Promise<void> {
  const { routeRows } = await import('../routes/rows.ts');
  const all = routeRows(kernel, lines, { open });
  const rows = all.filter(({ disabled }) => disabled !== true);
  io.print(json, all, () => table(withColumn(rows.map(printed), 'deprecated')));
  for (const { file, message } of kernel.remarks) io.error(`${file}: ${message}`);
  for (const { reason } of kernel.failedPlugins) io.error(`set aside: ${reason}`);
}

/** Adds a column to all rows if at least one row has it. */
function withColumn(rows: readonly Record<string, string>[], name: string): Record<string, string>[] {
  const isThere = rows.some((row) => name in row);
  return rows.map((row) => (isThere ? { ...row, [name]: row[name] ?? '' } : row));
}

function printed({ file, line, overrides, deprecated, ...row }: RouteRow): Record<string, string> {
  const { method, address, layer, module, access, filter } = row;
  const where = line === undefined ? file : `${file}:${line}`;
  const shown = { method, address, layer, module, file: where, access, filter, overrides: overrides.join(', ') };
  return { ...shown, ...(deprecated && { deprecated: wordsOf(deprecated) }) };
}

function wordsOf({ since, sunset }: NonNullable<RouteRow['deprecated']>): string {
  const from = since ? `since ${dayOf(since)}` : 'yes';
  return sunset ? `${from}, gone after ${dayOf(sunset)}` : from;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
