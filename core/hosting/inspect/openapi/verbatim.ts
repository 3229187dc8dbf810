const words = 'In the words that the caller expects.';

/** Content of an answer whose text, type and status the operation chooses itself. */
export const verbatimContent = {
  'text/plain': { schema: { type: 'string', description: words } },
  'application/json': { schema: { description: words } },
};
