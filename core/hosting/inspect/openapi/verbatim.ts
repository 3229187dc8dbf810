const words = 'Text as the protocol of the caller requires it.';

/** Content of an answer whose text, type and status the operation chooses itself. */
export const verbatimContent = {
  'text/plain': { schema: { type: 'string', description: words } },
  'application/json': { schema: { description: words } },
};
