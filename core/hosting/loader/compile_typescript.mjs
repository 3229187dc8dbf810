import { createRequire } from 'node:module';

/** @type {typeof import('esbuild') | undefined} */
let loaded;

/** Loads the compiler on first use: an installation of compiled modules works without it. */
function compiler() {
  try {
    return (loaded ??= /** @type {typeof import('esbuild')} */ (createRequire(import.meta.url)('esbuild')));
  } catch (cause) {
    const fix = 'install it with "npm install --save-dev esbuild", or compile the module';
    throw new Error(`TypeScript files need the package "esbuild", which is not installed; ${fix}`, { cause });
  }
}

/** Version of the compiler; another one may compile the same source differently. */
export function compilerVersion() {
  return compiler().version;
}

/**
 * Compiles code of modules, loaded from source or built. No type is resolved, so that each file is compiled by itself.
 * @param {string} source
 * @param {import('esbuild').TransformOptions} options
 * @throws {import('esbuild').TransformFailure} at a syntax error; Error without the compiler
 */
export function compileTypeScript(source, options) {
  const compile = () => compiler().transformSync(source, { ...always, ...options });
  try {
    return compile();
  } catch (error) {
    if (hasLocation(error)) throw error;
    // The compiler is a child process, which a signal to the process group ends. Starts another one.
    void compiler().stop();
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
