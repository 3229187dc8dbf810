import type { openApiDocument } from '../hosting/internals.ts';
import type { BootOptions } from './context.ts';
import { quietKernel } from './quiet_kernel.ts';

type Document = ReturnType<typeof openApiDocument>;

/** Builds an OpenAPI document of an installation. Starts no service. @throws Error for an unknown version of the API */
export async function documentOf(
  boot: BootOptions,
  terms: Parameters<typeof openApiDocument>[1] = {},
): Promise<Document> {
  const host = await import('../hosting/internals.ts');
  const { routes, services, modules } = await quietKernel(boot);
  const authenticators = services.contributions.of('authenticators');
  return host.openApiDocument({ routes, services, authenticators, modules }, terms);
}
