// Development packages, which an installation may lack.

export const chai = await present('chai', () => import('chai'));
export const { default: supertest } = await present('supertest', () => import('supertest'));

async function present<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const problem = `lectern/testing needs the package "${name}", which is not installed`;
    throw new Error(`${problem}; run \`npm ci --include=dev\` in the folder of Lectern.`, { cause: error });
  }
}
