const marked = new WeakMap<object, Set<string>>();

/**
 * Marks an operation that records its change itself, by `AuditTrail.complete`. Mark operations with several
 * transactions, such as those that call another system between them. Other recorded operations run in one transaction
 * with their entry.
 * @example
 * @recordsItself
 * async add({ request, input }: Call<object, NewTransfer>) { ... }
 */
export function recordsItself(prototype: object, operation: string): void {
  marked.set(prototype, new Set([...(marked.get(prototype) ?? []), operation]));
}

/** Whether the class, or a class that it extends, marks the operation. */
export function isSelfRecording({ prototype }: { readonly prototype: unknown }, operation: string): boolean {
  for (let one = prototype as object | null; one !== null; one = Object.getPrototypeOf(one) as object | null) {
    if (marked.get(one)?.has(operation)) return true;
  }
  return false;
}
