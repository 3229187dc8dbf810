// Makes mocha load test files with `import()`: it prefers require(), which bypasses the TypeScript loader hook.
import { pathToFileURL } from 'node:url';
// @ts-expect-error an inner file of mocha, without types
import loading from 'mocha/lib/nodejs/esm-utils.cjs';

loading.requireOrImport = (/** @type {string} */ file) => import(pathToFileURL(file).href);
