/**
 * Compiler options for the code of modules, loaded from source or built.
 * @param {string} filename
 * @returns {import('@swc/core').Options}
 */
export function swcOptions(filename) {
  return {
    filename,
    swcrc: false,
    configFile: false,
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      // Node requires `with { type: 'json' }` at imports of JSON.
      experimental: { keepImportAssertions: true },
      transform: { legacyDecorator: true, decoratorMetadata: false, verbatimModuleSyntax: true },
    },
  };
}
