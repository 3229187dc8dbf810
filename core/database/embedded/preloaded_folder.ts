import { OpenedFolder } from './opened_folder.ts';

/** A folder that is opened in advance. */
let preloaded: { readonly dataDir: string; readonly opening: Promise<OpenedFolder> } | undefined;

/** Starts to open a folder in advance, while the modules that use it are loaded. */
export function preloadFolder(dataDir: string): void {
  const opening = OpenedFolder.open(dataDir);
  // The caller of `openOrTakeFolder` receives the error.
  opening.catch(() => undefined);
  preloaded = { dataDir, opening };
}

/** The folder, opened in advance or now. @throws Error as `OpenedFolder.open` does */
export function openOrTakeFolder(dataDir: string): Promise<OpenedFolder> {
  if (preloaded?.dataDir !== dataDir) return OpenedFolder.open(dataDir);
  const { opening } = preloaded;
  preloaded = undefined;
  return opening;
}

/** Closes an unused folder that was opened in advance, so that the process can end. */
export async function closeUntaken(): Promise<void> {
  const untaken = preloaded;
  preloaded = undefined;
  const opened = await untaken?.opening.catch(() => undefined);
  await opened?.close();
}
