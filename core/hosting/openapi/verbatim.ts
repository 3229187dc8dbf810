import type { Examples } from './examples.ts';
import type { Tree } from '../../kernel/base/tree.ts';

const words = 'Text as the protocol of the caller requires it.';

/** Content of an answer whose text, type and status the operation chooses itself. */
export const verbatimContent = {
  'text/plain': { schema: { type: 'string', description: words } },
  'application/json': { schema: { description: words } },
};

/** Adds examples to `verbatimContent`: for the operation `AddMail`, the examples named `AddMailText` and `AddMailJson`. */
export function verbatimExamples(operation: string, examples: Examples): Tree {
  const { 'text/plain': text, 'application/json': json } = verbatimContent;
  return {
    'text/plain': { ...text, ...examples.ofContent(`${operation}Text`) },
    'application/json': { ...json, ...examples.ofContent(`${operation}Json`) },
  };
}
