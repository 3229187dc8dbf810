const words = 'In the words that the caller expects.';

/** Content of an answer that the operation words, types and chooses the status of itself. */
export const verbatimContent = {
  'text/plain': { schema: { type: 'string', description: words } },
  'application/json': { schema: { description: words } },
};
