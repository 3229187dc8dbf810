// The only file that mocha loads for `lectern test`. It imports the tests, because mocha may load a file by require(),
// which bypasses the TypeScript loader hook.
import { pathToFileURL } from 'node:url';

const files = /** @type {readonly string[]} */ (JSON.parse(process.env['LECTERN_TEST_FILES'] ?? '[]'));
for (const file of files) {
  await import(pathToFileURL(file).href).catch((error) => {
    throw readable(file, error);
  });
}

/**
 * Returns an error that names the test for a missing file or package, and other errors unchanged. The stack is left out,
 * because the frames of the loader would hide the message.
 * @param {string} file
 * @param {unknown} error
 */
function readable(file, error) {
  const { code, message } = /** @type {{ code?: string, message: string }} */ (error);
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'ENOENT') return error;
  const fix = message.startsWith('Cannot find package')
    ? 'install the package in the folder of the plugin, or use a relative path: aliases of a tsconfig.json are not resolved'
    : 'correct the import, or run the tests of plugins that ship with Lectern in a clone of its repository';
  const problem = new Error(`The test ${file} cannot be loaded: ${message}; ${fix}.`);
  problem.stack = problem.message;
  return problem;
}
