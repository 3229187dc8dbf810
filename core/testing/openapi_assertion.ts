import type { Documented, ReceivedAnswer } from './documented.ts';
import { chai } from './packages.ts';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- where chai keeps its types
  namespace Chai {
    interface Match {
      /** The answer is one that the OpenAPI document declares for its operation: status, headers, media type and body. */
      openapi: Assertion;
    }
  }
}

/** The documents of the kernels that run, by the address of their servers. */
const running = new Map<string, Documented>();

/** Lets assertions know the document behind an address. @returns a function that forgets it */
export function know(url: string, documented: Documented): () => void {
  running.set(url, documented);
  return () => void running.delete(url);
}

chai.use(({ Assertion }, utils) => {
  const match = Reflect.get(Assertion.prototype, 'match') as (this: object, ...pattern: unknown[]) => object;
  // `match` stays the method that it is, and becomes a word that `openapi` may follow.
  Assertion.addChainableMethod('match', function (this: object, ...pattern: unknown[]) {
    return match.apply(this, pattern);
  });
  Assertion.addProperty('openapi', function (this: Chai.AssertionStatic) {
    const answer: unknown = utils.flag(this, 'object');
    const problem = problemOf(answer);
    this.assert(
      problem === undefined,
      problem ?? '',
      'the answer is what the OpenAPI document declares, and was expected not to be',
      undefined,
      // Not the answer itself, which holds the credential that was sent: what fails is printed.
      null,
      false,
    );
  });
});

/** `expect` of chai, which also knows `expect(answer).to.match.openapi`. */
export const { expect } = chai;

function problemOf(answer: unknown): string | undefined {
  if (!isAnswer(answer)) {
    return 'expected an answer of supertest: `expect(await test.api.get(path)).to.match.openapi`';
  }
  const documented = running.get(new URL(answer.request.url).origin);
  if (documented) return documented.problem(answer);
  return `${answer.request.url} is not served by a test kernel that runs; send requests with its \`api\``;
}

function isAnswer(value: unknown): value is ReceivedAnswer {
  return typeof value === 'object' && value !== null && 'request' in value && 'status' in value;
}
