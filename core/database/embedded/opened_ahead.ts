import { OpenedFolder } from './opened_folder.ts';

/** The folder that is being opened for whoever will ask for it. */
let ahead: { readonly dataDir: string; readonly opening: Promise<OpenedFolder> } | undefined;

/** Begins to open a folder before anybody asks for it; that takes as long as loading everything that will ask. */
export function openFolderAhead(dataDir: string): void {
  const opening = OpenedFolder.open(dataDir);
  // Whoever takes it hears of it.
  opening.catch(() => undefined);
  ahead = { dataDir, opening };
}

/** The folder, opened ahead or now. @throws Error as `OpenedFolder.open` does */
export function openOrTakeFolder(dataDir: string): Promise<OpenedFolder> {
  if (ahead?.dataDir !== dataDir) return OpenedFolder.open(dataDir);
  const { opening } = ahead;
  ahead = undefined;
  return opening;
}

/** Closes what was opened ahead and nobody has taken, so that the process can end. */
export async function closeUntaken(): Promise<void> {
  const untaken = ahead;
  ahead = undefined;
  const opened = await untaken?.opening.catch(() => undefined);
  await opened?.close();
}
