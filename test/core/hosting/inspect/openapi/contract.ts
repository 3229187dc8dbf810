import { expect } from 'chai';
import { Contract as DocumentContract, type DocumentedOperation } from 'lectern/host';

export type Tree = Record<string, any>;

/** An operation of the document and where it stands. */
export interface Operation extends DocumentedOperation {
  readonly tree: Tree;
}

/** What a server answered. */
export type Given = Parameters<DocumentContract['problem']>[1];

/** A document, asked whether what a server answers is what it promises. */
export class Contract extends DocumentContract {
  declare readonly document: Tree;

  override get operations(): Operation[] {
    return super.operations;
  }

  override operation(method: string, path: string): Operation {
    return super.operation(method, path);
  }

  override response(operation: DocumentedOperation, status: number): Tree | undefined {
    return super.response(operation, status);
  }

  /** Whether an answer is one that the operation declares. @throws AssertionError */
  check(operation: Operation, given: Given): void {
    const name = `${operation.method} ${operation.path} ${given.status} ${JSON.stringify(given.body).slice(0, 300)}`;
    expect(this.problem(operation, given), name).to.equal(undefined);
  }
}
