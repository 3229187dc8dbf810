import { openApiDocument } from 'lectern';
import { quietKernel } from './quiet_kernel.ts';

/** The OpenAPI document of an installation. */
export async function documentOf(root: string): Promise<ReturnType<typeof openApiDocument>> {
  const { routes, services } = await quietKernel(root);
  return openApiDocument({ routes, services, authenticators: services.contributions.of('authenticators') });
}
