import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

const isTest = /\.test\.(ts|mts|js|mjs|cjs)$/;

/**
 * Finds the test files of a module.
 * @param named a plugin by name, `custom`, a folder, or a test file; `./` is the current folder
 * @throws Error when `named` does not exist, or is a folder without tests
 */
export function findTests(root: string, named: string): string[] {
  const inRoot = /^\.{1,2}([\\/]|$)/.test(named) ? [] : [join(root, 'plugins', named), join(root, named)];
  const place = [...inRoot, resolve(named)].find((path) => existsSync(path));
  if (place === undefined) {
    throw new Error(`There is no plugin and no folder "${named}"; \`npx lectern plugin list\` shows the plugins.`);
  }
  const tests = statSync(place).isDirectory() ? testsBelow(place) : [place];
  if (tests.length > 0) return tests;
  throw new Error(`There are no tests in ${place}; write them in test/, with names such as notes.test.ts.`);
}

function testsBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && isTest.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !file
          .slice(folder.length)
          .split(sep)
          .some((part) => part === 'node_modules' || part === 'fixtures'),
    )
    .sort();
}
