// Lint rule of the project, `no-cast-by-unknown`: no cast by way of `unknown`.

const noCastByUnknown = {
  meta: { type: 'problem', schema: [] },
  /** @param {any} context */
  create(context) {
    const message =
      'A cast by way of unknown switches the compiler off; narrow the value, or say in a comment why not.';
    return {
      'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"]': (/** @type {any} */ node) =>
        context.report({ node, message }),
    };
  },
};

export default {
  meta: { name: 'lectern' },
  rules: { 'no-cast-by-unknown': noCastByUnknown },
};
