import { keepFolders } from '../../core/database/embedded/kept_folders.ts';

/** Folders of embedded databases that stay open between the commands of a test. */
export const FOLDERS_KEPT = 2;

await keepFolders(FOLDERS_KEPT);
