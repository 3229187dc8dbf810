/**
 * Ends a process on a Node that is too old, with one line. Programs import this file first, and other files than Node's
 * builtins only after it, by `import()`: an old Node could not parse them, or would miss their imports.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  const fix = 'install it from https://nodejs.org';
  process.stderr.write(`Lectern needs Node 20.19 or newer, and this is Node ${process.versions.node}; ${fix}.\n`);
  process.exit(1);
}
