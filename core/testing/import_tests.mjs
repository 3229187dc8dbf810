// Mocha prefers require(), which knows nothing of the loader hook that makes TypeScript readable; a test is imported.
import { pathToFileURL } from 'node:url';
// @ts-expect-error an inner file of mocha, without types
import loading from 'mocha/lib/nodejs/esm-utils.cjs';

loading.requireOrImport = (/** @type {string} */ file) => import(pathToFileURL(file).href);
