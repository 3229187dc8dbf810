import { table } from '../../../cli/index.ts';
import type { DistributionStatus } from './distribute.ts';
import type { DistributionPlan, PlacedTable } from './distribution_plan.ts';
import type { ForeignKey } from './table_facts.ts';

const UNCHECKED = 'Foreign keys from tables that stay to distributed ones, which no engine checks:';

export function distributionPlanText({ tables, blocked, undeclared, unchecked }: DistributionPlan): string {
  return sections([
    tables.length === 0
      ? ['No table is to be distributed.']
      : ['To distribute, in this order:', ...tables.map(placedText)],
    blocked.length > 0 && [
      'Declared, but not possible yet; these stay on the coordinator:',
      ...blocked.map((one) => `${placedText(one)}: ${one.reasons.join('; ')}`),
    ],
    unchecked.length > 0 && [UNCHECKED, ...unchecked.map(keyText)],
    undeclared.length > 0 && [
      'Without a declaration in "tables" of a module.json; these stay on the coordinator:',
      ...undeclared.map((name) => `  ${name}`),
    ],
  ]);
}

export function distributionStatusText({ tables, nodes, pending, waiting, unchecked }: DistributionStatus): string {
  const next = 'run lectern database distribute';
  return sections([
    tables.length === 0
      ? ['No table is distributed yet.']
      : [
          table(
            tables.map((one) => ({
              table: one.table,
              place: one.placement,
              shards: `${one.shards}`,
              size: sizeText(one.bytes),
            })),
          ),
        ],
    [table(nodes.map((one) => ({ node: one.node, shards: `${one.shards}`, size: sizeText(one.bytes) })))],
    pending.length > 0 && [`To distribute; ${next}:`, ...pending.map(placedText)],
    waiting.length > 0 && [`Foreign keys of an unfinished distribution; ${next}:`, ...waiting.map(keyText)],
    unchecked.length > 0 && [UNCHECKED, ...unchecked.map(keyText)],
  ]);
}

export function placedText({ table: name, placement }: PlacedTable): string {
  return `  ${name} (${placement})`;
}

function keyText({ table: name, columns, target }: ForeignKey): string {
  return `  ${name} (${columns.join(', ')}) to ${target}`;
}

function sizeText(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

function sections(parts: readonly (readonly string[] | false)[]): string {
  return parts
    .filter((part) => part !== false)
    .map((part) => part.join('\n'))
    .join('\n\n');
}
