// Development packages, which an installation may lack.

export const chai = await present('chai', () => import('chai'));
export const { default: supertest } = await present('supertest', () => import('supertest'));

async function present<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const fix = `run \`npm ci --include=dev\` in a clone of Lectern, or \`npm install --save-dev ${name}\` beside a packed one`;
    throw new Error(`lectern/testing needs the package "${name}", which is not installed; ${fix}.`, { cause: error });
  }
}
