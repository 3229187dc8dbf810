import { expect } from 'chai';
import { Contract as DocumentContract, type DocumentedOperation } from '../../../../core/hosting/internals.ts';
import type { Requests } from '../../../../core/testing/requests.ts';
import { prepared } from '../../../support/started.ts';

export type Tree = Record<string, any>;

/** An operation of the document with its subtree. */
export interface Operation extends DocumentedOperation {
  readonly tree: Tree;
}

/** Answer of a server. */
export type Given = Parameters<DocumentContract['problem']>[1];

/** An OpenAPI document that checks the answers of a server. */
export class Contract extends DocumentContract {
  declare readonly document: Tree;
  static #last: { readonly text: string; readonly contract: Contract } | undefined;

  /** Returns the last contract for the same document, whose schemas are compiled, or a new one. */
  static of(document: Tree): Contract {
    const text = JSON.stringify(document);
    if (Contract.#last?.text !== text) Contract.#last = { text, contract: new Contract(document) };
    return Contract.#last.contract;
  }

  override get operations(): Operation[] {
    return super.operations;
  }

  override operation(method: string, path: string): Operation {
    return super.operation(method, path);
  }

  override response(operation: DocumentedOperation, status: number): Tree | undefined {
    return super.response(operation, status);
  }

  /** Checks that the operation declares an answer. @throws AssertionError */
  check(operation: Operation, given: Given): void {
    const name = `${operation.method} ${operation.path} ${given.status} ${JSON.stringify(given.body).slice(0, 300)}`;
    expect(this.problem(operation, given), name).to.equal(undefined);
  }
}

/** The contract of a server by its document, which is read before the tests of the suite that calls this. */
export function contractInSuite(served: { readonly api: Requests }, query = ''): Contract {
  return prepared(async () => {
    return new Contract((await served.api.get(`/api/openapi.json${query}`).expect(200)).body as Tree);
  });
}
