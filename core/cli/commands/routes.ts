import { isUnfiltered, nameOf, type Route } from 'lectern';
import type { CommandContext } from '../context.ts';
import { quietKernel } from '../quiet_kernel.ts';
import { table } from '../table.ts';

/** `lectern routes`: who serves what, for whom, through which filter, and what it stands before. */
export function addRoutes({ program, root }: CommandContext): void {
  program
    .command('routes')
    .description('List the routes of all layers.')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const kernel = await quietKernel(root);
      const rows = kernel.routes.flatMap(rowsOf);
      console.log(json ? JSON.stringify(rows, null, 2) : table(rows.map(printed)));
      for (const { file, message } of kernel.remarks) console.error(`${file}: ${message}`);
      for (const { reason } of kernel.setAside) console.error(`set aside: ${reason}`);
    });
}

interface RouteRow {
  readonly method: string;
  readonly address: string;
  readonly layer: string;
  readonly module: string;
  readonly file: string;
  readonly access: string;
  readonly filter: string;
  readonly shadows: readonly string[];
}

function rowsOf(route: Route): RouteRow[] {
  const { address, layer, module, file, access } = route;
  const shared = { address: `/api${address}`, layer, module, file, access: nameOf(access), filter: filterOf(route) };
  const shadows = route.shadows.map((shadowed) => shadowed.file);
  return route.methods.map((method) => ({ method, ...shared, shadows }));
}

function filterOf({ answer, mode }: Route): string {
  if (!('kind' in answer)) return `${answer.name}.${mode ?? ''}`;
  if ('shape' in answer) return `${answer.kind} of ${answer.shape.name}.${mode ?? ''}`;
  return isUnfiltered(answer) ? answer.kind : `${answer.kind} of ${answer.name}`;
}

function printed({ shadows, ...row }: RouteRow): Record<string, string> {
  return { ...row, shadows: shadows.join(', ') };
}
