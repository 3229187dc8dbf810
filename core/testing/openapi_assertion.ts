import type { Documented, ReceivedAnswer } from './documented.ts';
import { chai } from './packages.ts';

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- where chai keeps its types
  namespace Chai {
    interface Match {
      /** The response conforms to the OpenAPI document: status, headers, media type and body. */
      openapi: Assertion;
    }
  }
}

/** Documents of running kernels, by the URLs of the kernels. */
const running = new Map<string, Documented>();

/** Registers the document of a URL for assertions. @returns a function that removes the document */
export function know(url: string, documented: Documented): () => void {
  running.set(url, documented);
  return () => void running.delete(url);
}

chai.use(({ Assertion }, utils) => {
  const match = Reflect.get(Assertion.prototype, 'match') as (this: object, ...pattern: unknown[]) => object;
  // Redefines `match`, so that both `to.match(/x/)` and `to.match.openapi` work.
  Assertion.addChainableMethod('match', function (this: object, ...pattern: unknown[]) {
    return match.apply(this, pattern);
  });
  Assertion.addProperty('openapi', function (this: Chai.AssertionStatic) {
    const answer: unknown = utils.flag(this, 'object');
    const problem = problemOf(answer);
    this.assert(
      problem === undefined,
      problem ?? '',
      'the answer conforms to the OpenAPI document, but was expected not to',
      undefined,
      // Leaves the response out of the assertion error: a response contains the credential of its request.
      null,
      false,
    );
  });
});

/** `expect` of chai with `expect(answer).to.match.openapi`. */
export const { expect } = chai;

function problemOf(answer: unknown): string | undefined {
  if (!isAnswer(answer)) {
    return 'expected an answer of supertest: `expect(await test.api.get(path)).to.match.openapi`';
  }
  const documented = running.get(new URL(answer.request.url).origin);
  if (documented) return documented.problem(answer);
  return `${answer.request.url} is not served by a running test kernel; send requests with \`test.api\``;
}

function isAnswer(value: unknown): value is ReceivedAnswer {
  return typeof value === 'object' && value !== null && 'request' in value && 'status' in value;
}
