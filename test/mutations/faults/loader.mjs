// Files of modules and of the configuration, as they are read.

/** @type {readonly import('../planted.mjs').Fault[]} */
export const loader = [
  {
    id: 'import-attributes-dropped',
    file: 'core/hosting/loader/compile_typescript.mjs',
    find: "target: 'node20.19',",
    put: "target: 'node16',",
    says: 'a plugin in TypeScript cannot import JSON, for which Node requires import attributes',
    part: 'core/hosting/loader/hook',
  },
  {
    id: 'byte-order-mark-kept',
    file: 'core/kernel/base/text_file.ts',
    find: 'new TextDecoder()',
    put: "new TextDecoder('utf-8', { ignoreBOM: true })",
    says: 'a manifest or configuration that an editor has saved with a byte order mark is no JSON',
    part: 'core/kernel/base/text_file',
  },
  {
    id: 'path-alias-installed',
    file: 'core/hosting/loader/import_problem.ts',
    find: 'if (isPathAlias(name, [folder, root])) return',
    put: 'if (isPathAlias(name, [])) return',
    says: 'the advice for an alias of tsconfig.json installs a package of a stranger',
    part: 'core/hosting/loader/path_aliases',
  },
];
