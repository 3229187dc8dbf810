/**
 * The entry point `lectern/host`, for programs that embed the kernel: create, configure, serve and inspect an
 * installation. Plugins import from `lectern` and `lectern/core`. Modules of core import `internals.ts`.
 *
 * @example
 * import { createKernel } from 'lectern/host';
 *
 * const kernel = await createKernel({ root: process.cwd() });
 * console.log(await kernel.listen());
 */
export { createKernel, type KernelOptions } from './create_kernel.ts';
export type { CodeModule } from '../kernel/modules/code_module.ts';
export type { HostedKernel as Kernel } from './hosted_kernel.ts';

// Configuration and processes.
export { loadConfig } from './config/load_config.ts';
export { onSignals } from './cluster/process_end.ts';
export { serveTogether } from './serve_together.ts';

// Inspection of an installation.
export { openApiDocument } from './openapi/document.ts';
export { describeRoute, type RouteDescription } from './inspect/describe_route.ts';
export type { Route } from '../kernel/routes/route.ts';
