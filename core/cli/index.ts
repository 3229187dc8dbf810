// API of the command line for the commands in `commands/` of the modules. Loads no kernel: what needs one imports it when
// called, because the help loads the files of all commands.
export { compileModules } from './build/compile_plugin.ts';
export { askPassword } from './terminal/ask_password.ts';
export { readRequest, type CommandLineRequest } from './command_line_request.ts';
export { commandProblem } from './commands.ts';
export { moduleCommands } from '../hosting/module_commands.ts';
export { configOf } from '../hosting/config/config_of.ts';
export { confirm } from './terminal/confirm.ts';
export type { BootOptions, CommandContext } from './context.ts';
export { developmentPackage, missingPackage } from './development_package.ts';
export { documentOf, quietKernel, trialSections } from './quiet_kernel.ts';
export { declaredInstallation, shownSettings } from './installation/declared.ts';
export { modulesOnDisk, pluginsOnDisk, switchableModules } from './installation/on_disk.ts';
export type { DeclaredInstallation } from './installation/read_installation.ts';
export { interruptible, runProgram } from './program.ts';
export { CommandIo, linesIn } from './terminal/io.ts';
export { examples, collected, table, writeOut } from './terminal/output.ts';
export { hideSecrets } from './settings/hide_secrets.ts';
export type { ShownSetting } from './settings/shown_settings.ts';
export { settingsIn, type Setting } from './settings/settings_in.ts';
export { codeFilesIn } from './source/code_files.ts';
export { declaredMembers } from './source/declared_members.ts';
export { OperationLines } from './source/operation_lines.ts';
export { isCall, nameIn, nodesBelow, Source, type Node } from './source/tree.ts';
export { FLAG_OF_SHORT_PROCESS, tuneEngine } from './engine_flags.ts';
export { hasCoreModule, hasDatabase, withDatabase } from './with_database.ts';
