import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The compiler, loaded at its first use: an installation without TypeScript needs none. @throws Error when it is missing */
export function compiler() {
  try {
    return /** @type {typeof import('esbuild')} */ (require('esbuild'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(
      'this file is TypeScript, and the package "esbuild", which compiles it, is not installed; run npm install esbuild, or install a version of the plugin with compiled files',
      { cause: error },
    );
  }
}

/**
 * Compiles code of modules, loaded from source or built. No type is resolved, so that each file is compiled by itself.
 * @param {string} source
 * @param {import('esbuild').TransformOptions} options
 * @throws {import('esbuild').TransformFailure} at a syntax error
 */
export function compileTypeScript(source, options) {
  const { stop, transformSync } = compiler();
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
