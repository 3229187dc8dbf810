// API of the command line for commands, which stand in `commands/` of the modules that they are about.
export { readRequest, type AskedRequest } from './asked_request.ts';
export { confirm } from './confirm.ts';
export type { BootOptions, CommandContext } from './context.ts';
export { documentOf } from './document_of.ts';
export { interruptible } from './interruptible.ts';
export type { CommandIo } from './io.ts';
export { linesIn } from './lines_in.ts';
export { examples } from './output.ts';
export { quietKernel, sectionsOf, withStarted } from './quiet_kernel.ts';
export { hidden, hideSecrets } from './settings/hide_secrets.ts';
export { isValues, settingsIn, type Setting, type SettingSchema } from './settings/settings_in.ts';
export { codeFilesIn } from './source/code_files.ts';
export { OperationLines } from './source/operation_lines.ts';
export { nameIn, nodesBelow, Source, type Node } from './source/tree.ts';
export { table } from './table.ts';
export { tuneEngine } from './tune_engine.ts';
export { hasDatabase, withDatabase } from './with_database.ts';
export { writeOut } from './write_out.ts';
