import { OperationMarks } from 'lectern/host';

const marks = new OperationMarks<true>();

/**
 * Marks an operation that records its change itself, by `AuditTrail.complete`. Mark operations with several
 * transactions, such as those that call another system between them. Other operations run in one transaction with their
 * entry.
 * @example
 * @recordsItself
 * async add({ request, input }: Call<object, NewTransfer>) { ... }
 */
export function recordsItself(prototype: object, operation: string): void {
  marks.set(prototype, operation, true);
}

/** Whether the class, or a class that it extends, marks the operation. */
export function isSelfRecording(target: { readonly prototype: unknown }, operation: string): boolean {
  return marks.of(target, operation) === true;
}
