import { stop, transformSync, version } from 'esbuild';

/** Version of the compiler; another one may compile the same source differently. */
export { version };

/**
 * Compiles code of modules, loaded from source or built. No type is resolved, so that each file is compiled by itself.
 * @param {string} source
 * @param {import('esbuild').TransformOptions} options
 * @throws {import('esbuild').TransformFailure} at a syntax error
 */
export function compileTypeScript(source, options) {
  const compile = () => transformSync(source, { ...always, ...options });
  try {
    return compile();
  } catch (error) {
    if (hasLocation(error)) throw error;
    // The compiler is a child process, which a signal to the process group ends. Starts another one.
    void stop();
    return compile();
  }
}

/** @type {import('esbuild').TransformOptions} */
const always = {
  loader: 'ts',
  target: 'node20.19',
  sourcesContent: false,
  charset: 'utf8',
  logLevel: 'silent',
  tsconfigRaw: { compilerOptions: { experimentalDecorators: true, verbatimModuleSyntax: true } },
};

/** @param {unknown} error */
function hasLocation(error) {
  return /** @type {Partial<import('esbuild').TransformFailure>} */ (error).errors?.some(({ location }) => location);
}
