import type { ResourceClass } from '../../../kernel/declare/resource_records.ts';
import { OperationMarks } from '../../api/operation_marks.ts';

type RecordStates = Readonly<Record<string, readonly string[]>>;

const marks = new OperationMarks<RecordStates>();

/**
 * Documents the states of a record in which an operation can succeed, as `x-allowed-in` of the OpenAPI document. Clients,
 * such as the console, offer the operation in these states only; the operation still has to check them itself.
 * @param states accepted values of fields, in the record that the last parameter of the address names
 * @example
 * @allowedIn({ status: ['paid'] })
 * async add({ params: { orderSn } }: Call<{ orderSn: string }>) { ... }
 */
export function allowedIn(states: RecordStates) {
  return (prototype: object, operation: string): void => marks.set(prototype, operation, states);
}

/** The states that `allowedIn` documents for an operation. */
export function allowedStates(target: ResourceClass, operation: string): RecordStates | undefined {
  return marks.of(target, operation);
}
