import { read } from './server/api.ts';
import { may } from './session.ts';
import { Store } from './store.ts';
import type { consoleModulePage } from '../shapes/module_page.ts';
import type { Answer } from './wire.ts';

export type ModulePage = Answer<typeof consoleModulePage>;

/** Pages of modules that the user may see; undefined until they are known. */
export const modulePages = new Store<readonly ModulePage[] | undefined>(undefined);

/** Loads the pages of modules. If the request fails, the console shows no pages of modules. */
export async function loadModulePages(): Promise<void> {
  const none: readonly ModulePage[] = [];
  const found = may('console_page') ? read<readonly ModulePage[]>('/api/console/pages').catch(() => none) : none;
  modulePages.set(await found);
}
