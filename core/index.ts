/** What core offers to plugins and to `custom`: the types of its services, its failures and shapes. */
export * from './articles/index.ts';
export * from './database/index.ts';
export * from './settings/index.ts';
export * from './users/index.ts';
