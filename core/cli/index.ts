// API of the command line for commands, which stand in `commands/` of the modules that they are about.
export { readRequest, type AskedRequest } from './asked_request.ts';
export type { BootOptions, CommandContext } from './context.ts';
export { documentOf } from './document_of.ts';
export type { CommandIo } from './io.ts';
export { examples } from './output.ts';
export { quietKernel, sectionsOf } from './quiet_kernel.ts';
export { hideSecrets } from './settings/hide_secrets.ts';
export { isValues, settingsIn, type Setting } from './settings/settings_in.ts';
export { table } from './table.ts';
export { tuneEngine } from './tune_engine.ts';
export { writeOut } from './write_out.ts';
