/** Values that decorators attach to operations, beside the declarations of the kernel. */
export class OperationMarks<T> {
  readonly #marks = new WeakMap<object, Map<string, T>>();

  set(prototype: object, operation: string, mark: T): void {
    this.#marks.set(prototype, new Map(this.#marks.get(prototype)).set(operation, mark));
  }

  /** Returns the mark of the class, or of the nearest class that it extends. */
  of({ prototype }: { readonly prototype: unknown }, operation: string): T | undefined {
    for (let one = prototype as object | null; one !== null; one = Object.getPrototypeOf(one) as object | null) {
      const mark = this.#marks.get(one)?.get(operation);
      if (mark !== undefined) return mark;
    }
    return undefined;
  }
}
