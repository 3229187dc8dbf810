import { createKernel, openApiDocument } from 'lectern';
import type { CommandContext } from '../context.ts';

/** `lectern openapi`: prints the OpenAPI document of this installation. */
export function addOpenApi({ program, root }: CommandContext): void {
  program
    .command('openapi')
    .description('Print the OpenAPI document as JSON.')
    .action(async () => {
      const { routes, services } = await createKernel({ root, config: { log: { level: 'silent' } } });
      const authenticators = services.contributions.of('authenticators');
      console.log(JSON.stringify(openApiDocument({ routes, services, authenticators }), null, 2));
    });
}
