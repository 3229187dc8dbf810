/**
 * The entry point `lectern/core`: types, failures, shapes and functions of core for plugins and for `custom`. The
 * interface `Services` of `lectern` lists the services.
 */
export type { CommandContext } from './cli/context.ts';
export * from './infrastructure/index.ts';
export * from './platform/index.ts';
