import { OpenedFolder } from './opened_folder.ts';

/** Folder that `preloadFolder` has begun to open, until `openOrTakeFolder` or `closeUntaken` takes the folder. */
let preloaded: { readonly dataDir: string; readonly opening: Promise<OpenedFolder> } | undefined;

/** Starts to open the folder of the embedded database in advance, while the modules are loaded. */
export function preloadFolder(dataDir: string): void {
  const opening = OpenedFolder.open(dataDir);
  // Prevents an unhandled rejection: the caller of `openOrTakeFolder` receives the error.
  opening.catch(() => undefined);
  preloaded = { dataDir, opening };
}

/** Takes the folder that was opened in advance, or opens the folder now. @throws Error like `OpenedFolder.open` */
export function openOrTakeFolder(dataDir: string): Promise<OpenedFolder> {
  if (preloaded?.dataDir !== dataDir) return OpenedFolder.open(dataDir);
  const { opening } = preloaded;
  preloaded = undefined;
  return opening;
}

/** Closes a folder that was opened in advance and not taken, so that the process can end. */
export async function closeUntaken(): Promise<void> {
  const untaken = preloaded;
  preloaded = undefined;
  const opened = await untaken?.opening.catch(() => undefined);
  await opened?.close();
}
