/** Texts about packages of plugins, on the pages of Plugins. */
export const packages = {
  package: { en: 'Package', zh: '软件包' },
  addPackage: { en: 'Add a plugin from a package', zh: '从软件包添加插件' },
  addPackageHow: {
    en: 'Name a package of the registry, or choose an archive of npm pack. The console fetches it and shows its changes before it installs the plugin.',
    zh: '填写软件包名称，或选择 npm pack 的归档文件。安装之前会显示它带来的变化。',
  },
  packageName: { en: 'Package, such as lectern-plugin-dice@1.2.0', zh: '软件包，如 lectern-plugin-dice@1.2.0' },
  packageArchive: { en: 'Archive (.tgz), in place of the name', zh: '归档文件（.tgz），代替名称' },
  showPackagePlan: { en: 'Show what it changes', zh: '显示它带来的变化' },
  updatePackage: { en: 'Update', zh: '更新' },
  removePackage: { en: 'Remove', zh: '移除' },
  goOnWith: { en: 'Make this change of {plugin}', zh: '对 {plugin} 执行此更改' },
  changing: { en: 'The change is being made. This takes some seconds.', zh: '正在更改，需要几秒钟。' },
  packageChanged: {
    en: '{plugin} is changed. Restart the server to apply it.',
    zh: '{plugin} 已更改，重启服务器后生效。',
  },
  packageUnchanged: { en: 'Nothing is to be changed.', zh: '没有需要更改的内容。' },
};
