import type { SafetyRule } from 'lectern';

/** Settings for files that are unsafe in production. */
export const fileRules: readonly SafetyRule[] = [
  {
    setting: 'modules.files.folder',
    severity: 'warned',
    message: 'Uploaded files are stored in a folder of this machine that other replicas and the backup do not have.',
    fix: 'Set LECTERN_FILES_DIR to a folder that all replicas share and that is backed up.',
    isUnsafe: ({ services: { filesConfig } }) => filesConfig.store === 'folder' && filesConfig.folder === undefined,
  },
];
