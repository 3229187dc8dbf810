/**
 * The entry point `lectern/host`: for programs that embed the kernel, for the command line and for the modules of core.
 * Plugins import from `lectern` and `lectern/core`.
 *
 * @example
 * import { createKernel } from 'lectern/host';
 *
 * const kernel = await createKernel({ root: process.cwd() });
 * console.log(await kernel.listen());
 */
export { createKernel, type KernelOptions } from './create_kernel.ts';
export type { HostedKernel as Kernel } from './hosted_kernel.ts';

// Processes.
export { endLimit } from './cluster/end_limit.ts';
export { serveUnderPrimary, sendToPrimary } from './cluster/primary_channel.ts';
export { serveTogether } from './serve_together.ts';
export { forceCode, onSignals } from './cluster/signals.ts';
export { sendLastMetrics } from './cluster/summed_metrics.ts';
export { workerNumber } from './cluster/worker_number.ts';

// Time limits and attribution of code that runs.
export { clients } from './isolation/disconnected_clients.ts';
export { Limited, TimeLimit } from './isolation/time_limit.ts';
export { TooLate } from './isolation/watchdog.ts';
export { inTime } from './telemetry/timeout.ts';
export { runningModule, runOutside, type Owner } from '../kernel/modules/module_context.ts';

// Configuration.
export { configSchema } from './config/schema.ts';
export { configFiles, loadConfig, loadSection } from './config/load_config.ts';
export { changeLocalConfig, localConfigFile } from './config/local_config.ts';
export { readTree } from './config/config_file.ts';
export { fileVariable } from './config/environment.ts';
export { fileNamedIn } from './config/secret_files.ts';

// Routes, modules and their declarations.
export { accessName, type Route } from '../kernel/routes/route.ts';
export type { MountRecord } from './api/mount_records.ts';
export { buildRouter, pathParameters } from '../kernel/http/router.ts';
export { canonOf } from '../kernel/declare/addresses.ts';
export { isUnfiltered } from '../kernel/declare/answer.ts';
export { failedPluginFinder } from './api/failed_addresses.ts';
export type { ModuleView } from './inspect/module_view.ts';
export { readOwnFile } from '../kernel/modules/own_file.ts';
export type { ModuleMigrations } from '../kernel/declare/migrator.ts';
export { kernelVersion } from '../kernel/declare/package_info.ts';
export { nearest } from '../kernel/declare/similar_names.ts';
export { isInstance, reasonOf } from '../kernel/declare/thrown.ts';

// Request bodies and JSON Web Tokens.
export { parseForm, parseJson } from '../kernel/http/body_text.ts';
export { Jwts } from './api/jwts.ts';

// Services without a container.
export { whileUsing } from '../kernel/declare/use.ts';

// Inspection of an installation.
export { openApiDocument } from './inspect/openapi/document.ts';
export { Contract, type DocumentedOperation } from './inspect/openapi/contract.ts';
export { describeRoute, type RouteDescription } from './inspect/describe_route.ts';
export { filterName } from './inspect/describe_answer.ts';
export type { Aspect, Origin } from './inspect/aspect_origins.ts';
export type { Leak } from './inspect/leak_report.ts';
export { overrideStates, recordOverrides, remarksOnOverrides, type OverrideState } from './inspect/override_records.ts';
export { changesBetween, declarationOf, type Declaration } from './inspect/route_contract.ts';
export { brokenRules, type BrokenRule } from './inspect/examine_safety.ts';
