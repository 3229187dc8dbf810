import { openApiDocument } from 'lectern';
import type { CommandContext } from '../context.ts';
import { quietKernel } from '../quiet_kernel.ts';

/** `lectern openapi`: prints the OpenAPI document of this installation. */
export function addOpenApi({ program, root }: CommandContext): void {
  program
    .command('openapi')
    .description('Print the OpenAPI document as JSON.')
    .action(async () => {
      const { routes, services } = await quietKernel(root);
      const authenticators = services.contributions.of('authenticators');
      console.log(JSON.stringify(openApiDocument({ routes, services, authenticators }), null, 2));
    });
}
