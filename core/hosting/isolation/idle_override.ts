import { canonOf } from '../../kernel/base/addresses.ts';
import { operations, type Operation } from '../../kernel/base/operations.ts';
import {
  isOwnOperation,
  lineageOf,
  resourceRecord,
  type ResourceClass,
} from '../../kernel/declare/resource_records.ts';
import type { FaultyModule } from '../../kernel/modules/failed_plugins.ts';

/** Whether a class is meant to override operations: it declares `overrides`, or extends a resource. */
export function isOverride(target: ResourceClass): boolean {
  const [, ...parents] = lineageOf(target);
  return parents.some(resourceRecord) || resourceRecord(target)?.overrides === true;
}

const unfiltered = /\.(\w+) has no response filter; .*$/s;

/**
 * Replaces the message about a missing response filter when the class is meant to override but overrides nothing.
 * Returns other messages unchanged.
 */
export function withIdleOverride(message: string, faulty: FaultyModule, modules: readonly FaultyModule[]): string {
  const [, operation] = unfiltered.exec(message) ?? [];
  const found = faulty.resources?.find(({ target, file }) => message.startsWith(`${file}: `) && isOverride(target));
  if (operation === undefined || !found) return message;
  const address = resourceRecord(found.target)?.address ?? '';
  const others = modules.filter((module) => module !== faulty).flatMap((module) => operationsAt(address, module));
  const there = others.length > 0 ? `there is ${others.join(', ')}` : 'no operation is there';
  const fix = 'correct the operation or the address, or add @returns(shape, mode) for a new operation';
  return message.replace(unfiltered, `.${operation} overrides nothing: at ${address} ${there}; ${fix}.`);
}

function operationsAt(address: string, { name, resources = [] }: FaultyModule): string[] {
  return resources
    .filter(({ target }) => canonOf(resourceRecord(target)?.address ?? '') === canonOf(address))
    .flatMap(({ target }) => operations.filter((one: Operation) => isOwnOperation(target, one)))
    .map((operation) => `${operation} of ${name}`);
}
