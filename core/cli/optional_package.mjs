// Packages that an installation may lack. `lectern` uses them for commands and tests about their modules.

/**
 * Imports a package. Without it, each name is a function: those of `preload` do nothing, the others refuse to run.
 * @param {string} specifier
 * @param {readonly string[]} names exported names that are used
 * @returns {Promise<Readonly<Record<string, unknown>>>}
 */
export async function optionalPackage(specifier, names) {
  try {
    return await import(specifier);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return Object.fromEntries(names.map((name) => [name, standIn(specifier, name)]));
  }
}

/** @param {string} specifier @param {string} name */
function standIn(specifier, name) {
  if (specifier.includes('/preload/')) return () => undefined;
  const [packageName] = /^(@[^/]+\/)?[^/]+/.exec(specifier) ?? [specifier];
  return function missing() {
    throw new Error(
      `${name} belongs to the package ${packageName}, which is not installed. Install it with: npm install ${packageName}`,
    );
  };
}
