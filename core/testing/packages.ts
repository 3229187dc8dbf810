// Development packages, which an installation may lack.
import { missingPackage } from '../cli/index.ts';

export const chai = await present('chai', () => import('chai'));
export const { default: supertest } = await present('supertest', () => import('supertest'));

async function present<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(`lectern/testing needs ${missingPackage(name)}`, { cause: error });
  }
}
