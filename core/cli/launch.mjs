#!/usr/bin/env node
/**
 * The command `lectern` of package.json: runs the built program in this process. Builds the program first if it is
 * missing, and waits while another process builds. This file needs no build, because npm links only commands that exist.
 */
import './require_node.mjs';
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const program = at('dist/core/cli/main.js');
const [node = process.execPath, , ...args] = process.argv;
if (!existsSync(program) || existsSync(at('.cache/prepare.lock'))) {
  // Only a clone has a package-lock.json: npm does not pack that file.
  if (!existsSync(at('package-lock.json'))) {
    const fix = 'install a package that was packed after npm run build.';
    process.stderr.write(`${at('dist')} is missing, and an installed package cannot build it; ${fix}\n`);
    process.exit(1);
  }
  process.argv = [node, at('core/cli/prepare.mjs'), 'build'];
  await import('./prepare.mjs');
}
// A server with several workers starts the file in process.argv[1] again for each worker.
process.argv = [node, program, ...args];
await import(pathToFileURL(program).href);
