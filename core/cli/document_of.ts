import { openApiDocument } from 'lectern/host';
import type { BootOptions } from './context.ts';
import { quietKernel } from './quiet_kernel.ts';

/** Builds the OpenAPI document of an installation. Starts no service. */
export async function documentOf(boot: BootOptions): Promise<ReturnType<typeof openApiDocument>> {
  const { routes, services } = await quietKernel(boot);
  return openApiDocument({ routes, services, authenticators: services.contributions.of('authenticators') });
}
