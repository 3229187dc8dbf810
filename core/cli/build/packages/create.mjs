#!/usr/bin/env node
// The command `npm create lectern <folder>`: writes a new host, as `lectern new host <folder>` does.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const program = createRequire(import.meta.url)
  .resolve('lectern/package.json')
  .replace('package.json', 'dist/core/cli/main.js');
process.argv.splice(1, 1, program, 'new', 'host');
await import(pathToFileURL(program).href);
