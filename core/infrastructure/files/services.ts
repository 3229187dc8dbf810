import { asValue, contributes, extensionPoint } from 'lectern';
import type { FileStore } from './file_store.ts';
import { fileRules } from './safety_rules.ts';
import { FilePages } from './services/file_pages.ts';
import { Files } from './services/files.ts';
import { FolderStore } from './services/folder_store.ts';

/** Section `modules.files` of the configuration; `module.json` describes each value. */
interface FilesConfig {
  readonly store: string;
  readonly folder?: string;
}

declare module 'lectern' {
  interface Services {
    files: Files;
    filesConfig: FilesConfig;
  }

  interface ExtensionPoints {
    fileStores: FileStore;
  }
}

export default {
  filePages: contributes('mounts', FilePages),
  fileRules: contributes('safetyRules', asValue(fileRules)),
  fileStoresPoint: extensionPoint('fileStores', {
    name: 'text',
    save: 'function',
    read: 'function',
    remove: 'function',
  }),
  files: Files,
  folderStore: contributes('fileStores', FolderStore),
};
