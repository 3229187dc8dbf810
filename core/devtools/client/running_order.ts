import type { DocumentedOperation } from '../../hosting/internals.ts';

/** Operations of one path, and the paths below it. */
interface Place {
  readonly operations: Map<string, DocumentedOperation>;
  readonly below: Map<string, Place>;
}

const emptyPlace = (): Place => ({ operations: new Map(), below: new Map() });

/**
 * Sorts operations: each object is created, read and changed before the objects below its path, and removed after them.
 */
export function inRunningOrder(operations: readonly DocumentedOperation[]): DocumentedOperation[] {
  const root = emptyPlace();
  for (const operation of operations) {
    let place = root;
    for (const segment of operation.path.split('/').slice(1)) {
      const name = segment.startsWith('{') ? '{}' : segment;
      const next = place.below.get(name) ?? emptyPlace();
      place.below.set(name, next);
      place = next;
    }
    place.operations.set(operation.method, operation);
  }
  return operationsFrom(root);
}

function operationsFrom({ operations, below }: Place): DocumentedOperation[] {
  const of = (method: string) => operations.get(method) ?? [];
  return [
    ...['POST', 'GET', 'PATCH', 'PUT'].flatMap(of),
    ...[...below.values()].flatMap(operationsFrom),
    ...['DELETE'].flatMap(of),
  ];
}
