/** What core uses of kernel and hosting, beside the names of `lectern/host`. Plugins and `custom` cannot import it. */
export * from './index.ts';

// Processes.
export { sendHeartbeats, sendToPrimary } from './cluster/primary_channel.ts';
export { endInOrder, endLimit, isSupervised, onWorkerEnd } from './cluster/process_end.ts';
export { workerNumber } from './cluster/worker_number.ts';

// Time limits and attribution of code that runs.
export { clients } from './isolation/disconnected_clients.ts';
export { Limited, TimeLimit } from './isolation/time_limit.ts';
export { mustNameHost } from './isolation/process/guarded_fetch.ts';
export { TooLate } from './isolation/process/watchdog.ts';
export { attributeStack } from './isolation/stack_attribution.ts';
export { figures, type ModuleUsage, type ModuleUsages } from './telemetry/module_usage.ts';
export { inTime } from './telemetry/timeout.ts';
export { stackOf } from './telemetry/log/error_stack.ts';
export { runningModule, runOutside, type Owner } from '../kernel/modules/module_context.ts';
export { beyond, covers, limitedTo, useText, type UsedThing, type Uses } from '../kernel/modules/uses.ts';

// Configuration.
export { configSchema } from './config/schema.ts';
export { configFiles, loadSection } from './config/load_config.ts';
export { InstalledPackages } from './loader/installed_packages.ts';
export { grant, grantChange } from './loader/plugin_grants.ts';
export { changePluginRecords, readPluginRecords, type PluginRecord } from './loader/plugin_records.ts';
export { dependenciesOf, packageIn, type ModulePackage } from '../kernel/modules/packages.ts';
export { changeLocalConfig, localConfigFile } from './config/local_config.ts';
export { readTree } from './config/config_file.ts';
export { fileVariable } from './config/environment.ts';

// Routes, modules and their declarations.
export { accessName, isWeaker, routeName } from '../kernel/routes/route.ts';
export { ApiVersions } from '../kernel/http/api_version.ts';
export type { MountRecord } from '../kernel/extensions/mount_records.ts';
export { buildRouter, pathParameters } from '../kernel/http/router.ts';
export { canonOf } from '../kernel/base/addresses.ts';
export { isUnfiltered } from '../kernel/declare/answer.ts';
export { failedPluginFinder } from './api/failed_addresses.ts';
export type { ModuleView } from './inspect/module_view.ts';
export type { GivenName } from '../kernel/declare/shape.ts';
export type { SortSchema } from '../kernel/declare/input.ts';
export {
  findFolders,
  folderInCore,
  packagedAt,
  pluginNamed,
  pluginNameOf,
  type ModuleFolder,
} from '../kernel/modules/layers.ts';
export { readOwnFile, readOwnJson } from '../kernel/modules/own_file.ts';
export type { MigrationFile, ModuleMigrations } from '../kernel/base/migrator.ts';
export { kernelVersion, packageAbove, packageFile, packageFolder } from '../kernel/base/package_info.ts';
export { nearest } from '../kernel/base/similar_names.ts';
export { isInstance, reasonOf } from '../kernel/base/thrown.ts';
export { dateTimeWriter } from '../kernel/base/time_zone.ts';
export { isTree } from '../kernel/base/tree.ts';
export { objectWriter } from '../kernel/declare/object.ts';

// Code of modules.
export { filesBelow } from './files/module_files.ts';
export { parseCode } from './loader/parse_code.mjs';

// Request bodies and JSON Web Tokens.
export { parseForm, parseJson } from '../kernel/http/input/body_text.ts';
export { Jwts } from './api/jwts.ts';

// Inspection of an installation.
export { Contract, templateOf, type DocumentedOperation } from './openapi/contract.ts';
export { filterName } from './inspect/describe_answer.ts';
export type { Aspect } from './inspect/aspect_origins.ts';
export { overrideStates, recordOverrides, remarksOnOverrides, type OverrideState } from './inspect/override_records.ts';
export { changesBetween, declarationOf, type Declaration } from './inspect/route_contract.ts';
export { brokenRules } from './inspect/examine_safety.ts';

// Services without a container.
export { whileUsing } from '../kernel/declare/use.ts';
