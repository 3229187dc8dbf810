import { keepFolders } from '../../core/database/embedded/kept_folders.ts';

/**
 * Number of embedded database folders that stay open between the commands of a test; `test/run.mjs` sets it for the
 * behaviour ring. In the system ring other processes open the same folders, so none stays open.
 */
export const FOLDERS_KEPT = Number(process.env['TEST_KEPT_FOLDERS'] ?? 0);

await keepFolders(FOLDERS_KEPT);
